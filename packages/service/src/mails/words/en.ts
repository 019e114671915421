import type { MailWords } from "./mail-words.ts";

export const en: MailWords = {
  greeting: ["Hello {ContactName},", "Hello,"],
  labels: {
    InvoiceNumber: "Invoice number",
    InvoiceDate: "Invoice date",
    DueDate: "Due date",
    BillingPeriod: "Billing period",
    PurchaseOrderNumber: "Purchase order",
    Total: "Total",
    AmountDue: "Amount due",
    AmountCredited: "Amount credited",
    ReceiptNumber: "Receipt number",
    PaymentDate: "Payment date",
    PaymentMethod: "Payment method",
    PaymentAmount: "Amount received",
    QuoteNumber: "Quote number",
    ContractName: "Contract",
    ContractStart: "Start date",
    ExpiryDate: "Valid until",
  },
  attached: "The invoice is attached as a PDF.",
  receiptAttached: "The receipt is attached as a PDF.",
  openQuote: "View the quote",
  openInvoice: "View and pay invoice",
  linkWorksUntil: "The link works until {LinkExpiryDate}.",
  scanToPay: "To pay by bank transfer, scan the code with your banking app.",
  questions: "Questions? Just reply to this email.",
  kinds: {
    invoice: {
      subject: "Invoice {InvoiceNumber} from {OrganizationName}",
      heading: "Your invoice",
      text: "Here is your invoice {InvoiceNumber} from {OrganizationName}.{#AmountDue}{#DueDate} Please pay {AmountDue} by {DueDate}.{/DueDate}{^DueDate} The amount due is {AmountDue}.{/DueDate}{/AmountDue}{^AmountDue} No payment is due.{/AmountDue}",
    },
    receipt: {
      subject: "Receipt for invoice {InvoiceNumber} from {OrganizationName}",
      heading: "Thank you for your payment",
      text: "We have received {PaymentAmount} for invoice {InvoiceNumber}.{#AmountDue} {AmountDue} is still due.{/AmountDue}{^AmountDue} The invoice is paid in full.{/AmountDue}",
    },
    reminder: {
      subject: "Invoice {InvoiceNumber} is due on {DueDate}",
      heading: "Payment due soon",
      text: "This is a friendly reminder that invoice {InvoiceNumber} from {OrganizationName} is due on {DueDate}. The amount due is {AmountDue}. If you have already paid, you can ignore this email.",
    },
    overdue: {
      subject: "Invoice {InvoiceNumber} is overdue",
      heading: "Payment overdue",
      text: "Invoice {InvoiceNumber} from {OrganizationName} was due on {DueDate}, and {AmountDue} is still unpaid. Please pay it as soon as you can. If you have already paid, you can ignore this email.",
    },
    quote: {
      subject: "Your quote from {OrganizationName}",
      heading: "Your quote",
      text: "{OrganizationName} has prepared a quote for you. You can review and accept it online until {ExpiryDate}.",
    },
    activation: {
      subject: "Your contract with {OrganizationName} is active",
      heading: "You are all set",
      text: "Your contract with {OrganizationName} is now active. Thank you for your business.",
    },
    webhook_disabled: {
      subject: "{OrganizationName}: webhook endpoint disabled",
      heading: "Webhook endpoint disabled",
      text: "Counterfoil disabled the endpoint {WebhookUrl} because {#WebhookGone}it answered 410 Gone.{/WebhookGone}{^WebhookGone}deliveries to it failed for three days.{/WebhookGone} Pending notifications are kept and are sent when you enable the endpoint again.",
    },
  },
};
