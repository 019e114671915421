import type { MailWords } from "./mail-words.ts";

export const sv: MailWords = {
  greeting: ["Hej {ContactName}!", "Hej!"],
  labels: {
    InvoiceNumber: "Fakturanummer",
    InvoiceDate: "Fakturadatum",
    DueDate: "Förfallodatum",
    BillingPeriod: "Faktureringsperiod",
    PurchaseOrderNumber: "Inköpsorder",
    Total: "Totalt",
    AmountDue: "Att betala",
    AmountCredited: "Krediterat belopp",
    ReceiptNumber: "Kvittonummer",
    PaymentDate: "Betald den",
    PaymentMethod: "Betalningssätt",
    PaymentAmount: "Mottaget belopp",
    QuoteNumber: "Offertnummer",
    ContractName: "Avtal",
    ContractStart: "Börjar",
    ExpiryDate: "Gäller till",
  },
  attached: "Fakturan är bifogad som PDF.",
  receiptAttached: "Kvittot är bifogat som PDF.",
  openQuote: "Visa offerten",
  openInvoice: "Visa och betala fakturan",
  linkWorksUntil: "Länken fungerar till och med {LinkExpiryDate}.",
  scanToPay: "Skanna koden med din bankapp för att betala med banköverföring.",
  questions: "Har du frågor? Svara bara på det här mejlet.",
  kinds: {
    invoice: {
      subject: "Faktura {InvoiceNumber} från {OrganizationName}",
      heading: "Din faktura",
      text: "Här är din faktura {InvoiceNumber} från {OrganizationName}.{#AmountDue}{#DueDate} Betala {AmountDue} senast {DueDate}.{/DueDate}{^DueDate} Att betala: {AmountDue}.{/DueDate}{/AmountDue}{^AmountDue} Det finns inget att betala.{/AmountDue}",
    },
    receipt: {
      subject: "Kvitto för faktura {InvoiceNumber} från {OrganizationName}",
      heading: "Tack för din betalning",
      text: "Vi har tagit emot {PaymentAmount} för faktura {InvoiceNumber}.{#AmountDue} Kvar att betala: {AmountDue}.{/AmountDue}{^AmountDue} Fakturan är helt betald.{/AmountDue}",
    },
    reminder: {
      subject: "Faktura {InvoiceNumber} förfaller {DueDate}",
      heading: "En betalning förfaller snart",
      text: "Vi vill påminna om att faktura {InvoiceNumber} från {OrganizationName} förfaller {DueDate}. Att betala: {AmountDue}. Har du redan betalat behöver du inte göra något.",
    },
    overdue: {
      subject: "Faktura {InvoiceNumber} har förfallit",
      heading: "En betalning är försenad",
      text: "Faktura {InvoiceNumber} från {OrganizationName} förföll {DueDate} och {AmountDue} är fortfarande obetalt. Betala så snart du kan. Har du redan betalat behöver du inte göra något.",
    },
    quote: {
      subject: "Din offert från {OrganizationName}",
      heading: "Din offert",
      text: "{OrganizationName} har tagit fram en offert åt dig. Du kan läsa och godkänna den på nätet till och med {ExpiryDate}.",
    },
    activation: {
      subject: "Ditt avtal med {OrganizationName} är aktivt",
      heading: "Allt är klart",
      text: "Ditt avtal med {OrganizationName} är nu aktivt. Tack för ditt förtroende.",
    },
    webhook_disabled: {
      subject: "En webhook-mottagare hos {OrganizationName} har stängts av",
      heading: "Webhookar har stängts av",
      text: "Inget skickas längre till {WebhookUrl}: {#WebhookGone}den svarade att den inte finns kvar.{/WebhookGone}{^WebhookGone}inget kunde levereras dit på tre dagar.{/WebhookGone} Det som väntar sparas och skickas när du slår på den igen.",
    },
  },
};
