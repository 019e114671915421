import type { MailWords } from "./mail-words.ts";

export const it: MailWords = {
  greeting: ["Buongiorno {ContactName},", "Buongiorno,"],
  labels: {
    InvoiceNumber: "Numero fattura",
    InvoiceDate: "Data fattura",
    DueDate: "Scadenza",
    BillingPeriod: "Periodo di fatturazione",
    PurchaseOrderNumber: "Ordine d’acquisto",
    Total: "Totale",
    AmountDue: "Importo da pagare",
    AmountCredited: "Importo accreditato",
    ReceiptNumber: "Numero di ricevuta",
    PaymentDate: "Pagato il",
    PaymentMethod: "Metodo di pagamento",
    PaymentAmount: "Importo ricevuto",
    QuoteNumber: "Numero del preventivo",
    ContractName: "Contratto",
    ContractStart: "Inizio",
    ExpiryDate: "Valido fino al",
  },
  attached: "La fattura è allegata in PDF.",
  receiptAttached: "La ricevuta è allegata in PDF.",
  openQuote: "Vedi il preventivo",
  openInvoice: "Visualizza e paga la fattura",
  linkWorksUntil: "Il link è valido fino al {LinkExpiryDate}.",
  scanToPay: "Per pagare con bonifico, scansioni il codice con l’app della sua banca.",
  questions: "Ha domande? Risponda semplicemente a questa e-mail.",
  kinds: {
    invoice: {
      subject: "Fattura {InvoiceNumber} di {OrganizationName}",
      heading: "La sua fattura",
      text: "Ecco la sua fattura {InvoiceNumber} di {OrganizationName}.{#AmountDue}{#DueDate} La preghiamo di pagare {AmountDue} entro il {DueDate}.{/DueDate}{^DueDate} L’importo da pagare è {AmountDue}.{/DueDate}{/AmountDue}{^AmountDue} Non c’è nulla da pagare.{/AmountDue}",
    },
    receipt: {
      subject: "Ricevuta per la fattura {InvoiceNumber} di {OrganizationName}",
      heading: "Grazie per il pagamento",
      text: "Abbiamo ricevuto {PaymentAmount} per la fattura {InvoiceNumber}.{#AmountDue} Restano da pagare {AmountDue}.{/AmountDue}{^AmountDue} La fattura è interamente pagata.{/AmountDue}",
    },
    reminder: {
      subject: "La fattura {InvoiceNumber} scade il {DueDate}",
      heading: "Un pagamento è in scadenza",
      text: "Le ricordiamo che la fattura {InvoiceNumber} di {OrganizationName} scade il {DueDate}. L’importo da pagare è {AmountDue}. Se l’ha già pagata, non deve fare nulla.",
    },
    overdue: {
      subject: "La fattura {InvoiceNumber} è scaduta",
      heading: "Un pagamento è scaduto",
      text: "La fattura {InvoiceNumber} di {OrganizationName} è scaduta il {DueDate} e restano da pagare {AmountDue}. La preghiamo di pagarla appena possibile. Se l’ha già pagata, non deve fare nulla.",
    },
    quote: {
      subject: "Il suo preventivo di {OrganizationName}",
      heading: "Il suo preventivo",
      text: "{OrganizationName} ha preparato un preventivo per lei. Può leggerlo e accettarlo online fino al {ExpiryDate}.",
    },
    activation: {
      subject: "Il suo contratto con {OrganizationName} è attivo",
      heading: "Tutto è pronto",
      text: "Il suo contratto con {OrganizationName} è ora attivo. Grazie per la fiducia.",
    },
    webhook_disabled: {
      subject: "Un endpoint webhook di {OrganizationName} è stato disattivato",
      heading: "Webhook disattivati",
      text: "A {WebhookUrl} non viene più inviato nulla: {#WebhookGone}ha risposto che non esiste più.{/WebhookGone}{^WebhookGone}per tre giorni non è stato possibile consegnare nulla.{/WebhookGone} Ciò che è in attesa viene conservato e sarà inviato quando lo riattiverà.",
    },
  },
};
