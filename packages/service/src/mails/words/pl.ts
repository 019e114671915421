import type { MailWords } from "./mail-words.ts";

export const pl: MailWords = {
  greeting: ["Dzień dobry, {ContactName},", "Dzień dobry,"],
  labels: {
    InvoiceNumber: "Numer faktury",
    InvoiceDate: "Data faktury",
    DueDate: "Termin płatności",
    BillingPeriod: "Okres rozliczeniowy",
    PurchaseOrderNumber: "Numer zamówienia",
    Total: "Razem",
    AmountDue: "Do zapłaty",
    AmountCredited: "Kwota uznania",
    ReceiptNumber: "Numer potwierdzenia",
    PaymentDate: "Zapłacono dnia",
    PaymentMethod: "Sposób płatności",
    PaymentAmount: "Otrzymana kwota",
    QuoteNumber: "Numer oferty",
    ContractName: "Umowa",
    ContractStart: "Początek",
    ExpiryDate: "Ważna do",
  },
  attached: "Faktura znajduje się w załączniku w formacie PDF.",
  receiptAttached: "Potwierdzenie płatności znajduje się w załączniku w formacie PDF.",
  openQuote: "Zobacz ofertę",
  openInvoice: "Zobacz i opłać fakturę",
  linkWorksUntil: "Link działa do {LinkExpiryDate}.",
  scanToPay: "Aby zapłacić przelewem, zeskanuj kod w aplikacji bankowej.",
  questions: "Masz pytania? Po prostu odpowiedz na tę wiadomość.",
  kinds: {
    invoice: {
      subject: "Faktura {InvoiceNumber} od {OrganizationName}",
      heading: "Twoja faktura",
      text: "Oto faktura {InvoiceNumber} od {OrganizationName}.{#AmountDue}{#DueDate} Prosimy o zapłatę {AmountDue} do dnia {DueDate}.{/DueDate}{^DueDate} Kwota do zapłaty: {AmountDue}.{/DueDate}{/AmountDue}{^AmountDue} Nic nie trzeba płacić.{/AmountDue}",
    },
    receipt: {
      subject: "Potwierdzenie płatności za fakturę {InvoiceNumber} od {OrganizationName}",
      heading: "Dziękujemy za płatność",
      text: "Otrzymaliśmy {PaymentAmount} za fakturę {InvoiceNumber}.{#AmountDue} Pozostało do zapłaty: {AmountDue}.{/AmountDue}{^AmountDue} Faktura jest w całości opłacona.{/AmountDue}",
    },
    reminder: {
      subject: "Termin płatności faktury {InvoiceNumber}: {DueDate}",
      heading: "Zbliża się termin płatności",
      text: "Przypominamy, że termin płatności faktury {InvoiceNumber} od {OrganizationName} mija dnia {DueDate}. Kwota do zapłaty: {AmountDue}. Jeśli faktura jest już opłacona, nie trzeba nic robić.",
    },
    overdue: {
      subject: "Faktura {InvoiceNumber} jest po terminie płatności",
      heading: "Płatność jest po terminie",
      text: "Termin płatności faktury {InvoiceNumber} od {OrganizationName} minął dnia {DueDate}. Pozostało do zapłaty: {AmountDue}. Prosimy o jak najszybszą zapłatę. Jeśli faktura jest już opłacona, nie trzeba nic robić.",
    },
    quote: {
      subject: "Oferta od {OrganizationName}",
      heading: "Twoja oferta",
      text: "{OrganizationName} przygotowała dla Ciebie ofertę. Można ją przeczytać i przyjąć online do dnia {ExpiryDate}.",
    },
    activation: {
      subject: "Umowa z {OrganizationName} jest aktywna",
      heading: "Wszystko gotowe",
      text: "Umowa z {OrganizationName} jest już aktywna. Dziękujemy za zaufanie.",
    },
    webhook_disabled: {
      subject: "Wyłączono punkt końcowy webhooków organizacji {OrganizationName}",
      heading: "Webhooki zostały wyłączone",
      text: "Na adres {WebhookUrl} nic już nie jest wysyłane: {#WebhookGone}odpowiedział, że już nie istnieje.{/WebhookGone}{^WebhookGone}przez trzy dni nie można było tam nic dostarczyć.{/WebhookGone} To, co czeka, zostaje zachowane i zostanie wysłane po ponownym włączeniu.",
    },
  },
};
