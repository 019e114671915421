import type { MailKind } from "@counterfoil/storage";

/** The placeholders of every template. */
const EVERYWHERE = [
  "OrganizationName",
  "OrganizationEmail",
  "OrganizationAddress",
  "AccountName",
  "ContactName",
  "BrandColor",
  "BrandTextColor",
  "LogoUrl",
] as const;

const OF_AN_INVOICE = [
  "InvoiceNumber",
  "InvoiceDate",
  "DueDate",
  "BillingPeriod",
  "PurchaseOrderNumber",
  "Total",
  "AmountDue",
  "AmountCredited",
] as const;

/** Placeholders of mails that ask for payment of an invoice. */
const HOW_TO_PAY = ["PayUrl", "LinkExpiryDate", "TransferCodeUrl"] as const;

const OF_A_CONTRACT = ["ContractName", "ContractStart"] as const;

const BY_KIND: Readonly<Record<MailKind, readonly string[]>> = {
  invoice: [...OF_AN_INVOICE, ...HOW_TO_PAY],
  receipt: [...OF_AN_INVOICE, "ReceiptNumber", "PaymentAmount", "PaymentDate", "PaymentMethod"],
  reminder: [...OF_AN_INVOICE, ...HOW_TO_PAY],
  overdue: [...OF_AN_INVOICE, ...HOW_TO_PAY],
  quote: [...OF_A_CONTRACT, "QuoteNumber", "ExpiryDate", "QuoteUrl"],
  activation: OF_A_CONTRACT,
  webhook_disabled: ["WebhookUrl", "WebhookGone"],
};

/** The placeholders that a template of this kind can use. */
export function templateNames(kind: MailKind): ReadonlySet<string> {
  return new Set([...BY_KIND[kind], ...EVERYWHERE]);
}
