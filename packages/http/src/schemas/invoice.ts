import Type from "typebox";
import { currency, decimal, instant, nullable, oneOf, record, timestamps } from "./schema.ts";
import { invoiceTax, lineTax } from "./tax.ts";

const date = Type.String({ format: "date" });

const summary = {
  id: Type.String(),
  accountId: Type.String(),
  subscriptionId: nullable(Type.String()),
  number: nullable(Type.String({ description: "Null while the invoice is a draft." })),
  currency,
  description: nullable(Type.String()),
  billingPeriodStart: instant,
  billingPeriodEnd: Type.String({ format: "date-time", description: "The last second of the last day." }),
  billingPeriod: Type.String({ description: "Jan 1, 2024 - Jan 31, 2024" }),
  status: oneOf(["draft", "issued", "paid", "overdue", "void", "uncollectible"]),
  total: decimal,
  ...timestamps,
};

const lineItem = record({
  id: Type.String(),
  description: Type.String(),
  billingPeriodStart: instant,
  billingPeriodEnd: instant,
  quantity: decimal,
  unitPrice: nullable(decimal),
  totalPrice: decimal,
  taxes: Type.Array(lineTax, { description: "Its share of the invoice's taxes." }),
  isEditable: Type.Boolean(),
  productId: nullable(Type.String()),
  priceId: nullable(Type.String()),
  versionId: nullable(Type.String()),
  kind: oneOf(["recurring", "usage", "correction", "one_off", "credit", "discount", "minimum", "maximum"]),
  notes: Type.Array(Type.String({ description: "What has to be said beside the amount." })),
  usageGroup: nullable(Type.Record(Type.String(), Type.String())),
  groupName: nullable(Type.String()),
  unitLabel: nullable(Type.String()),
  servicePeriod: record(
    { start: date, end: date },
    { description: "Calendar dates in the account's zone; the end is the first day that does not belong to it." },
  ),
  proration: nullable(record({ days: Type.Integer(), of: Type.Integer() })),
});

export const invoiceSummary = record(summary);

export const invoice = record({
  ...summary,
  billingDate: date,
  issuesAt: nullable(Type.String({ format: "date-time", description: "When the draft issues itself." })),
  issueDate: nullable(instant),
  dueDate: nullable(instant),
  subtotal: decimal,
  tax: decimal,
  taxes: Type.Array(invoiceTax, { description: "Each tax once, on the sum of the lines under it." }),
  creditsApplied: decimal,
  amountPaid: decimal,
  amountRemaining: decimal,
  externalId: nullable(Type.String()),
  externalProvider: nullable(Type.String()),
  externalUrl: nullable(Type.String()),
  purchaseOrderNumber: nullable(Type.String()),
  memo: nullable(Type.String()),
  footer: nullable(Type.String()),
  lineItems: Type.Array(lineItem),
});
