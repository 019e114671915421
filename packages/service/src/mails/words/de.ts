import type { MailWords } from "./mail-words.ts";

export const de: MailWords = {
  greeting: ["Guten Tag {ContactName},", "Guten Tag,"],
  labels: {
    InvoiceNumber: "Rechnungsnummer",
    InvoiceDate: "Rechnungsdatum",
    DueDate: "Fällig am",
    BillingPeriod: "Abrechnungszeitraum",
    PurchaseOrderNumber: "Bestellnummer",
    Total: "Gesamtbetrag",
    AmountDue: "Offener Betrag",
    AmountCredited: "Gutgeschriebener Betrag",
    ReceiptNumber: "Belegnummer",
    PaymentDate: "Bezahlt am",
    PaymentMethod: "Zahlungsart",
    PaymentAmount: "Erhaltener Betrag",
    QuoteNumber: "Angebotsnummer",
    ContractName: "Vertrag",
    ContractStart: "Beginn",
    ExpiryDate: "Gültig bis",
  },
  attached: "Die Rechnung finden Sie als PDF im Anhang.",
  receiptAttached: "Die Zahlungsbestätigung finden Sie als PDF im Anhang.",
  openQuote: "Angebot ansehen",
  openInvoice: "Rechnung ansehen und bezahlen",
  linkWorksUntil: "Der Link gilt bis zum {LinkExpiryDate}.",
  scanToPay: "Für eine Überweisung scannen Sie den Code mit Ihrer Banking-App.",
  questions: "Haben Sie Fragen? Antworten Sie einfach auf diese E-Mail.",
  kinds: {
    invoice: {
      subject: "Rechnung {InvoiceNumber} von {OrganizationName}",
      heading: "Ihre Rechnung",
      text: "hier ist Ihre Rechnung {InvoiceNumber} von {OrganizationName}.{#AmountDue}{#DueDate} Bitte zahlen Sie {AmountDue} bis zum {DueDate}.{/DueDate}{^DueDate} Der offene Betrag ist {AmountDue}.{/DueDate}{/AmountDue}{^AmountDue} Es ist nichts zu zahlen.{/AmountDue}",
    },
    receipt: {
      subject: "Zahlungsbestätigung zur Rechnung {InvoiceNumber} von {OrganizationName}",
      heading: "Vielen Dank für Ihre Zahlung",
      text: "wir haben {PaymentAmount} zur Rechnung {InvoiceNumber} erhalten.{#AmountDue} Noch offen: {AmountDue}.{/AmountDue}{^AmountDue} Die Rechnung ist vollständig bezahlt.{/AmountDue}",
    },
    reminder: {
      subject: "Rechnung {InvoiceNumber} ist am {DueDate} fällig",
      heading: "Eine Zahlung wird bald fällig",
      text: "wir möchten Sie daran erinnern, dass die Rechnung {InvoiceNumber} von {OrganizationName} am {DueDate} fällig ist. Der offene Betrag ist {AmountDue}. Haben Sie schon bezahlt, ist nichts weiter zu tun.",
    },
    overdue: {
      subject: "Rechnung {InvoiceNumber} ist überfällig",
      heading: "Eine Zahlung ist überfällig",
      text: "die Rechnung {InvoiceNumber} von {OrganizationName} war am {DueDate} fällig; {AmountDue} sind noch offen. Bitte begleichen Sie den Betrag bald. Haben Sie schon bezahlt, ist nichts weiter zu tun.",
    },
    quote: {
      subject: "Ihr Angebot von {OrganizationName}",
      heading: "Ihr Angebot",
      text: "{OrganizationName} hat ein Angebot für Sie vorbereitet. Sie können es bis zum {ExpiryDate} online lesen und annehmen.",
    },
    activation: {
      subject: "Ihr Vertrag mit {OrganizationName} ist aktiv",
      heading: "Alles ist bereit",
      text: "Ihr Vertrag mit {OrganizationName} ist jetzt aktiv. Vielen Dank für Ihr Vertrauen.",
    },
    webhook_disabled: {
      subject: "Ein Webhook-Endpunkt von {OrganizationName} wurde abgeschaltet",
      heading: "Webhooks wurden abgeschaltet",
      text: "An {WebhookUrl} wird nichts mehr gesendet: {#WebhookGone}Der Endpunkt hat geantwortet, dass es ihn nicht mehr gibt.{/WebhookGone}{^WebhookGone}Dort konnte drei Tage lang nichts zugestellt werden.{/WebhookGone} Was wartet, bleibt erhalten und wird gesendet, sobald Sie den Endpunkt wieder einschalten.",
    },
  },
};
