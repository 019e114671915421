import { SHOWN_INVOICE_STATUSES } from "@counterfoil/service";
import { PAYMENT_TERMS } from "@counterfoil/engine";
import Type from "typebox";
import { buyerReferenceInput, eInvoiceStatus } from "./electronic-form.ts";
import { currency, decimal, instant, name, nullable, oneOf, record, text, timestamps } from "./schema.ts";
import { invoiceTax, lineTax } from "./tax.ts";

const date = Type.String({ format: "date" });

const servicePeriod = (description: string) =>
  record({ start: date, end: date }, { title: "ServicePeriod", description });

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
  status: oneOf(SHOWN_INVOICE_STATUSES),
  issueDate: nullable(instant),
  dueDate: nullable(instant),
  timezone: Type.String({ description: "IANA name of the zone in which its instants are the dates that it shows." }),
  total: decimal,
  amountRemaining: decimal,
  ...timestamps,
};

export const lineConversion = nullable(
  record(
    {
      sourceCurrency: { ...currency, description: "ISO 4217 code of the price." },
      sourceUnitPrice: nullable({ ...decimal, description: "Null where tiers or fees leave no single price." }),
      rate: { ...decimal, description: "What one unit of `sourceCurrency` is worth in the invoice's currency." },
      rateDate: nullable(Type.String({ format: "date", description: "The day of the rate." })),
    },
    {
      description:
        "What the price was converted from, frozen with the line; null for a price in the invoice's currency.",
    },
  ),
);

const lineMembers = {
  id: Type.String(),
  description: Type.String(),
  billingPeriodStart: instant,
  billingPeriodEnd: instant,
  quantity: decimal,
  unitPrice: nullable(decimal),
  totalPrice: decimal,
  taxes: Type.Array(lineTax, { description: "Its share of the invoice's taxes." }),
  isEditable: Type.Boolean({ description: "A line that somebody wrote, of a draft." }),
  productId: nullable(Type.String()),
  priceId: nullable(Type.String()),
  versionId: nullable(Type.String()),
  kind: oneOf(["recurring", "usage", "correction", "one_off", "credit", "discount", "minimum", "maximum"]),
  notes: Type.Array(Type.String({ description: "What has to be said beside the amount." })),
  usageGroup: nullable(Type.Record(Type.String(), Type.String())),
  groupName: nullable(Type.String()),
  unitLabel: nullable(Type.String()),
  servicePeriod: servicePeriod(
    "Calendar dates in the account's zone; the end is the first day that does not belong to it.",
  ),
  proration: nullable(record({ days: Type.Integer(), of: Type.Integer() })),
  conversion: lineConversion,
};

const lineItem = record(lineMembers, { title: "InvoiceLine" });

export const invoiceSummary = record(summary);

const creditedTo = Type.Array(
  record({
    to: oneOf(["invoice", "credit_grant", "account_credit"]),
    amount: decimal,
    invoiceId: nullable(Type.String({ description: "The unpaid invoice that it reduced." })),
    invoiceNumber: nullable(Type.String()),
    creditGrantId: nullable(Type.String({ description: "The prepaid grant that it returned to." })),
  }),
  { description: "Where `amountCredited` went, once the invoice is issued. The parts sum to it." },
);

export const invoice = record({
  ...summary,
  billingDate: date,
  issuesAt: nullable(Type.String({ format: "date-time", description: "When the draft issues itself." })),
  issuingFailure: nullable(Type.String({ description: "Why a draft that was put aside could not issue itself." })),
  paymentTerms: oneOf(PAYMENT_TERMS),
  subtotal: { ...decimal, description: "Without tax, also where prices hold their tax." },
  linesTotal: {
    ...decimal,
    description: "The sum of the lines' `totalPrice`: `subtotal` with the taxes that are `inclusive`.",
  },
  tax: decimal,
  taxes: Type.Array(invoiceTax, { description: "Each tax once, on the sum of the lines under it." }),
  creditsApplied: decimal,
  amountPaid: decimal,
  amountCredited: {
    ...decimal,
    description: "What an invoice below zero gave back, or will give back when it is issued; else zero.",
  },
  creditedTo,
  externalId: nullable(Type.String()),
  externalProvider: nullable(Type.String()),
  externalUrl: nullable(Type.String()),
  purchaseOrderNumber: nullable(Type.String()),
  buyerReference: nullable(
    Type.String({
      description:
        "What the buyer wants to find on it, such as a Leitweg-ID (BT-10). On a draft, null takes the account's.",
    }),
  ),
  memo: nullable(Type.String()),
  footer: nullable(Type.String()),
  voidedAt: nullable(instant),
  voidReason: nullable(Type.String()),
  replacesInvoiceId: nullable(Type.String({ description: "The void invoice that this one bills again." })),
  replacedByInvoiceId: nullable(
    Type.String({ description: "The invoice that bills again what this void one billed." }),
  ),
  pdfSha256: nullable(
    Type.String({ description: "Hexadecimal SHA-256 of its PDF as it was issued; null until it was drawn." }),
  ),
  voidPdfSha256: nullable(Type.String({ description: "The same of its PDF that is marked void." })),
  earlierPdfSha256: nullable(
    Type.String({
      description:
        "The same of a PDF that a release before handed out and did not keep, where it is not the one that is kept now.",
    }),
  ),
  eInvoice: nullable(eInvoiceStatus),
  lineItems: Type.Array(lineItem),
});

const freeLine = {
  description: name(),
  quantity: Type.Optional(decimal),
  unitPrice: Type.String({ format: "decimal", description: "Exact decimal; negative for what is taken off." }),
  unitLabel: Type.Optional(nullable(Type.String({ maxLength: 50 }))),
  productId: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
  servicePeriod: Type.Optional(
    nullable(servicePeriod("Calendar dates; the end is the first day that does not belong to it.")),
  ),
};

const draftTerms = {
  description: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
  memo: Type.Optional(
    nullable(
      text(
        "With placeholders such as {BillingPeriodStart}, filled in when it is issued; null takes the subscription's.",
      ),
    ),
  ),
  footer: Type.Optional(nullable(text())),
  purchaseOrderNumber: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
  buyerReference: buyerReferenceInput,
  paymentTerms: Type.Optional(oneOf(PAYMENT_TERMS)),
  dueDate: Type.Optional(
    nullable(
      Type.String({
        format: "instant-or-date",
        description: "The day on which it is due; null has it follow from the terms.",
      }),
    ),
  ),
};

const newLine = record(freeLine, { title: "NewInvoiceLine" });

/** As many as a body of 1 MiB holds with room to spare. */
const MOST_LINES = 2_000;

/** A new line, or with the id of one that stays. */
const keptLine = record(
  { id: Type.Optional(Type.String({ maxLength: 255 })), ...freeLine },
  { title: "UpdatedInvoiceLine" },
);

export const invoiceCreation = record({
  accountId: Type.String({ description: "Id or alias." }),
  currency: Type.Optional(currency),
  lineItems: Type.Optional(Type.Array(newLine, { maxItems: MOST_LINES })),
  lines: Type.Optional(Type.Array(newLine, { maxItems: MOST_LINES, description: "Another name of lineItems." })),
  autoIssue: Type.Optional(Type.Boolean({ description: "Issues it in this call; else it waits as a draft." })),
  ...draftTerms,
});

export const invoiceChange = record({
  lineItems: Type.Optional(
    Type.Array(keptLine, {
      maxItems: MOST_LINES,
      description: "All editable lines as they are to be; one without an id is new, one that is left out goes.",
    }),
  ),
  ...draftTerms,
});

export const creditApplication = record({
  amount: Type.Optional(Type.Union([decimal, Type.Null()], { description: "As much as possible when left out." })),
});

export const invoiceVoiding = record({
  reason: Type.String({ minLength: 1, maxLength: 1_000, description: "Why; shown with the invoice." }),
  rebill: Type.Optional(
    Type.Boolean({ description: "Makes a draft that bills the same again, by what is known now." }),
  ),
});
