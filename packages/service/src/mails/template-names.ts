import type { MailKind } from "@counterfoil/storage";

/** What the placeholders of every template stand for. */
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

const OF_A_CONTRACT = ["ContractName", "ContractStart"] as const;

const BY_KIND: Readonly<Record<MailKind, readonly string[]>> = {
  invoice: OF_AN_INVOICE,
  receipt: [...OF_AN_INVOICE, "PaymentAmount", "PaymentDate", "PaymentMethod"],
  reminder: OF_AN_INVOICE,
  overdue: OF_AN_INVOICE,
  quote: [...OF_A_CONTRACT, "ExpiryDate", "QuoteUrl"],
  activation: OF_A_CONTRACT,
  webhook_disabled: ["WebhookUrl", "WebhookGone"],
};

/** The placeholders that a template of this kind may have. */
export function templateNames(kind: MailKind): ReadonlySet<string> {
  return new Set([...BY_KIND[kind], ...EVERYWHERE]);
}
