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
    PaymentDate: "Paid on",
    PaymentMethod: "Paid by",
    PaymentAmount: "Amount received",
    ContractName: "Contract",
    ContractStart: "Starts on",
    ExpiryDate: "Open until",
  },
  attached: "The invoice is attached as a PDF.",
  receiptAttached: "The receipt is attached as a PDF.",
  openQuote: "View the quote",
  openInvoice: "View and pay invoice",
  linkWorksUntil: "The link works until {LinkExpiryDate}.",
  scanToPay: "To pay by bank transfer, scan the code with your banking app.",
  questions: "Any questions? Just reply to this e-mail.",
  kinds: {
    invoice: {
      subject: "Invoice {InvoiceNumber} from {OrganizationName}",
      heading: "Your invoice",
      text: "Here is your invoice {InvoiceNumber} from {OrganizationName}.{#AmountDue}{#DueDate} Please pay {AmountDue} by {DueDate}.{/DueDate}{^DueDate} The amount due is {AmountDue}.{/DueDate}{/AmountDue}{^AmountDue} There is nothing to pay.{/AmountDue}",
    },
    receipt: {
      subject: "Receipt for invoice {InvoiceNumber} from {OrganizationName}",
      heading: "Thank you for your payment",
      text: "We have received {PaymentAmount} for invoice {InvoiceNumber}.{#AmountDue} {AmountDue} is still due.{/AmountDue}{^AmountDue} The invoice is paid in full.{/AmountDue}",
    },
    reminder: {
      subject: "Invoice {InvoiceNumber} is due on {DueDate}",
      heading: "A payment falls due soon",
      text: "This is a friendly reminder that invoice {InvoiceNumber} from {OrganizationName} is due on {DueDate}. The amount due is {AmountDue}. If you have paid it already, there is nothing to do.",
    },
    overdue: {
      subject: "Invoice {InvoiceNumber} is overdue",
      heading: "A payment is overdue",
      text: "Invoice {InvoiceNumber} from {OrganizationName} was due on {DueDate}, and {AmountDue} of it is still unpaid. Please pay it as soon as you can. If you have paid it already, there is nothing to do.",
    },
    quote: {
      subject: "Your quote from {OrganizationName}",
      heading: "Your quote",
      text: "{OrganizationName} has prepared a quote for you. You can read and accept it online until {ExpiryDate}.",
    },
    activation: {
      subject: "Your contract with {OrganizationName} is active",
      heading: "You are all set",
      text: "Your contract with {OrganizationName} is now active. Thank you for your trust.",
    },
    webhook_disabled: {
      subject: "A webhook endpoint of {OrganizationName} was switched off",
      heading: "Webhooks were switched off",
      text: "Nothing is sent to {WebhookUrl} any more: {#WebhookGone}it answered that it is gone.{/WebhookGone}{^WebhookGone}nothing could be delivered there for three days.{/WebhookGone} What was waiting is kept, and is sent when you switch the endpoint on again.",
    },
  },
};
