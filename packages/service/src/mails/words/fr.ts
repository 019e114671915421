import type { MailWords } from "./mail-words.ts";

export const fr: MailWords = {
  greeting: ["Bonjour {ContactName},", "Bonjour,"],
  labels: {
    InvoiceNumber: "Numéro de facture",
    InvoiceDate: "Date de la facture",
    DueDate: "Date d’échéance",
    BillingPeriod: "Période de facturation",
    PurchaseOrderNumber: "Bon de commande",
    Total: "Total",
    AmountDue: "Montant dû",
    AmountCredited: "Montant crédité",
    ReceiptNumber: "Numéro de reçu",
    PaymentDate: "Payé le",
    PaymentMethod: "Mode de paiement",
    PaymentAmount: "Montant reçu",
    QuoteNumber: "Numéro de devis",
    ContractName: "Contrat",
    ContractStart: "Début",
    ExpiryDate: "Valable jusqu’au",
  },
  attached: "La facture est jointe au format PDF.",
  receiptAttached: "Le reçu est joint au format PDF.",
  openQuote: "Voir le devis",
  openInvoice: "Consulter et payer la facture",
  linkWorksUntil: "Le lien est valable jusqu’au {LinkExpiryDate}.",
  scanToPay: "Pour payer par virement, scannez le code avec votre application bancaire.",
  questions: "Une question ? Répondez simplement à cet e-mail.",
  kinds: {
    invoice: {
      subject: "Facture {InvoiceNumber} de {OrganizationName}",
      heading: "Votre facture",
      text: "Voici votre facture {InvoiceNumber} de {OrganizationName}.{#AmountDue}{#DueDate} Merci de régler {AmountDue} avant le {DueDate}.{/DueDate}{^DueDate} Le montant dû est de {AmountDue}.{/DueDate}{/AmountDue}{^AmountDue} Il n’y a rien à payer.{/AmountDue}",
    },
    receipt: {
      subject: "Reçu pour la facture {InvoiceNumber} de {OrganizationName}",
      heading: "Merci pour votre paiement",
      text: "Nous avons reçu {PaymentAmount} pour la facture {InvoiceNumber}.{#AmountDue} Il reste {AmountDue} à payer.{/AmountDue}{^AmountDue} La facture est entièrement réglée.{/AmountDue}",
    },
    reminder: {
      subject: "La facture {InvoiceNumber} arrive à échéance le {DueDate}",
      heading: "Un paiement arrive à échéance",
      text: "Nous vous rappelons que la facture {InvoiceNumber} de {OrganizationName} arrive à échéance le {DueDate}. Le montant dû est de {AmountDue}. Si vous l’avez déjà réglée, vous n’avez rien à faire.",
    },
    overdue: {
      subject: "La facture {InvoiceNumber} est en retard de paiement",
      heading: "Un paiement est en retard",
      text: "La facture {InvoiceNumber} de {OrganizationName} était due le {DueDate} et il reste {AmountDue} à payer. Merci de la régler dès que possible. Si vous l’avez déjà réglée, vous n’avez rien à faire.",
    },
    quote: {
      subject: "Votre devis de {OrganizationName}",
      heading: "Votre devis",
      text: "{OrganizationName} a préparé un devis pour vous. Vous pouvez le lire et l’accepter en ligne jusqu’au {ExpiryDate}.",
    },
    activation: {
      subject: "Votre contrat avec {OrganizationName} est actif",
      heading: "Tout est prêt",
      text: "Votre contrat avec {OrganizationName} est maintenant actif. Merci de votre confiance.",
    },
    webhook_disabled: {
      subject: "Un point de terminaison webhook de {OrganizationName} a été désactivé",
      heading: "Des webhooks ont été désactivés",
      text: "Plus rien n'est envoyé à {WebhookUrl} : {#WebhookGone}il a répondu qu'il n'existe plus.{/WebhookGone}{^WebhookGone}rien n'a pu y être livré pendant trois jours.{/WebhookGone} Ce qui attend est conservé et sera envoyé dès que vous le réactiverez.",
    },
  },
};
