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
  timezone: Type.String({
    description: "IANA name of the time zone in which the instants are the dates on the invoice.",
  }),
  total: decimal,
  amountRemaining: decimal,
  ...timestamps,
};

export const lineConversion = nullable(
  record(
    {
      sourceCurrency: { ...currency, description: "ISO 4217 code of the price's currency." },
      sourceUnitPrice: nullable({
        ...decimal,
        description: "Null if tiers or fees mean that there is no single price.",
      }),
      rate: { ...decimal, description: "The value of one unit of `sourceCurrency` in the invoice's currency." },
      rateDate: nullable(Type.String({ format: "date", description: "The date of the rate." })),
    },
    {
      description: "The source of a converted price, frozen with the line. Null for a price in the invoice's currency.",
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
  taxes: Type.Array(lineTax, { description: "The line's share of the invoice's taxes." }),
  isEditable: Type.Boolean({ description: "Whether a user added the line to a draft." }),
  productId: nullable(Type.String()),
  priceId: nullable(Type.String()),
  versionId: nullable(Type.String()),
  kind: oneOf(["recurring", "usage", "correction", "one_off", "credit", "discount", "minimum", "maximum"]),
  notes: Type.Array(Type.String({ description: "Information that the line needs in addition to its amount." })),
  usageGroup: nullable(Type.Record(Type.String(), Type.String())),
  groupName: nullable(Type.String()),
  unitLabel: nullable(Type.String()),
  servicePeriod: servicePeriod("Calendar dates in the account's time zone. The end is exclusive."),
  proration: nullable(record({ days: Type.Integer(), of: Type.Integer() })),
  conversion: lineConversion,
};

const lineItem = record(lineMembers, { title: "InvoiceLine" });

const amounts = {
  subtotal: { ...decimal, description: "Without tax, even if prices include tax." },
  tax: decimal,
  creditsApplied: decimal,
  amountPaid: decimal,
};

/** An invoice in a list, with the amounts that `include=amounts` adds. */
export const invoiceSummary = record({ ...summary, ...Type.Partial(Type.Object(amounts)).properties });

const creditedTo = Type.Array(
  record({
    to: oneOf(["invoice", "credit_grant", "account_credit"]),
    amount: decimal,
    invoiceId: nullable(Type.String({ description: "The unpaid invoice that was reduced." })),
    invoiceNumber: nullable(Type.String()),
    creditGrantId: nullable(Type.String({ description: "The prepaid grant that received the amount." })),
  }),
  { description: "Where `amountCredited` went after the invoice was issued. The parts sum to it." },
);

export const invoice = record({
  ...summary,
  ...amounts,
  billingDate: date,
  issuesAt: nullable(Type.String({ format: "date-time", description: "When the draft is issued automatically." })),
  issuingFailure: nullable(Type.String({ description: "Why Counterfoil could not issue the draft automatically." })),
  paymentTerms: oneOf(PAYMENT_TERMS),
  linesTotal: {
    ...decimal,
    description: "The sum of `totalPrice` over all lines: `subtotal` plus the taxes that are `inclusive`.",
  },
  taxes: Type.Array(invoiceTax, { description: "Each tax once, calculated on the sum of its lines." }),
  amountCredited: {
    ...decimal,
    description:
      "The amount that an invoice below zero gave back, or will give back when it is issued. Otherwise zero.",
  },
  creditedTo,
  externalId: nullable(Type.String()),
  externalProvider: nullable(Type.String()),
  externalUrl: nullable(Type.String()),
  purchaseOrderNumber: nullable(Type.String()),
  buyerReference: nullable(
    Type.String({
      description:
        "The reference that the buyer expects on the invoice, such as a Leitweg-ID (BT-10). On a draft, null " +
        "means the account's.",
    }),
  ),
  memo: nullable(Type.String()),
  footer: nullable(Type.String()),
  voidedAt: nullable(instant),
  voidReason: nullable(Type.String()),
  replacesInvoiceId: nullable(Type.String({ description: "The void invoice that this invoice rebills." })),
  replacedByInvoiceId: nullable(Type.String({ description: "The invoice that rebills this void invoice." })),
  pdfSha256: nullable(
    Type.String({ description: "Hexadecimal SHA-256 of the PDF as issued. Null until it has been rendered." }),
  ),
  voidPdfSha256: nullable(Type.String({ description: "The hash of the PDF that is marked void." })),
  earlierPdfSha256: nullable(
    Type.String({
      description: "The hash of a different PDF that an earlier release returned but did not store.",
    }),
  ),
  eInvoice: nullable(eInvoiceStatus),
  lineItems: Type.Array(lineItem),
});

const freeLine = {
  description: name(),
  quantity: Type.Optional(decimal),
  unitPrice: Type.String({ format: "decimal", description: "Exact decimal. Negative for a deduction." }),
  unitLabel: Type.Optional(nullable(Type.String({ maxLength: 50 }))),
  productId: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
  servicePeriod: Type.Optional(nullable(servicePeriod("Calendar dates. The end is exclusive."))),
};

const draftTerms = {
  description: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
  memo: Type.Optional(
    nullable(
      text(
        "May contain placeholders such as {BillingPeriodStart}, which are filled in when the invoice is issued. " +
          "Null means the subscription's.",
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
        description: "The due date. If null, the payment terms determine it.",
      }),
    ),
  ),
};

const newLine = record(freeLine, { title: "NewInvoiceLine" });

/** Lines that fit into a body of 1 MiB with room to spare. */
const MOST_LINES = 2_000;

/** A new line, or an existing line by its ID. */
const keptLine = record(
  { id: Type.Optional(Type.String({ maxLength: 255 })), ...freeLine },
  { title: "UpdatedInvoiceLine" },
);

export const invoiceCreation = record({
  accountId: Type.String({ description: "ID or alias." }),
  currency: Type.Optional(currency),
  lineItems: Type.Optional(Type.Array(newLine, { maxItems: MOST_LINES })),
  lines: Type.Optional(
    Type.Array(newLine, { maxItems: MOST_LINES, description: "An alternative name of `lineItems`." }),
  ),
  autoIssue: Type.Optional(
    Type.Boolean({ description: "Issues the invoice in this call. Otherwise it stays a draft." }),
  ),
  ...draftTerms,
});

export const invoiceChange = record({
  lineItems: Type.Optional(
    Type.Array(keptLine, {
      maxItems: MOST_LINES,
      description:
        "The complete list of editable lines. A line without an ID is added, and a line that you omit is removed.",
    }),
  ),
  ...draftTerms,
});

export const creditApplication = record({
  amount: Type.Optional(Type.Union([decimal, Type.Null()], { description: "If omitted, as much as possible." })),
});

export const invoiceVoiding = record({
  reason: Type.String({ minLength: 1, maxLength: 1_000, description: "The reason. It is shown with the invoice." }),
  rebill: Type.Optional(
    Type.Boolean({ description: "Creates a draft that bills the same again, using current data." }),
  ),
});
