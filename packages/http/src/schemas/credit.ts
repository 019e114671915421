import { LEDGER_CODES } from "@counterfoil/engine";
import {
  CREDIT_GRANT_STATUSES,
  CREDIT_NOTE_OUTCOMES,
  PAYMENT_METHODS,
  SETTLE_ABOVE_HELD,
  SHOWN_INVOICE_STATUSES,
  TOP_UP_GRANTS_ON,
} from "@counterfoil/service";
import Type from "typebox";
import { eInvoiceStatus } from "./electronic-form.ts";
import {
  amountInput,
  currency,
  decimal,
  instant,
  instantInput,
  nullable,
  oneOf,
  record,
  text,
  timestamps,
} from "./schema.ts";
import { invoiceTax } from "./tax.ts";

const date = Type.String({ format: "date" });
const outcome = oneOf(
  CREDIT_NOTE_OUTCOMES,
  "Refund the amount, reduce the amount due on the invoice (any excess becomes account credit), or keep it as " +
    "account credit.",
);

const noted = {
  invoiceId: Type.String(),
  invoiceNumber: Type.String(),
  accountId: Type.String(),
  currency,
  reason: Type.String(),
  memo: nullable(Type.String()),
  outcome,
  subtotal: decimal,
  tax: decimal,
  total: decimal,
  amountApplied: { ...decimal, description: "The reduction of the amount due on the invoice." },
  amountCredited: { ...decimal, description: "The amount that became account credit." },
  amountReturned: {
    ...decimal,
    description: "The amount that was returned to the prepaid grants that had paid the invoice.",
  },
  amountRefunded: decimal,
};
const timezone = Type.String({
  description: "IANA name of the time zone of the date on the credit note: the zone of the invoice.",
});
const summary = {
  id: Type.String(),
  number: Type.String(),
  ...noted,
  issueDate: instant,
  timezone,
  createdAt: instant,
};
const taxes = Type.Array(invoiceTax, { description: "The amount of each tax of the invoice that is given back." });
const lineMembers = {
  lineItemId: Type.String({ description: "The line of the invoice." }),
  description: Type.String(),
  groupName: nullable(Type.String()),
  servicePeriod: record({ start: date, end: date }),
  amount: decimal,
};

export const creditNoteSummary = record(summary);
export const creditNote = record({
  ...summary,
  taxes,
  pdfSha256: nullable(
    Type.String({ description: "Hexadecimal SHA-256 of the PDF. Null until the PDF has been rendered." }),
  ),
  earlierPdfSha256: nullable(
    Type.String({
      description: "The hash of a different PDF that an earlier release returned but did not store.",
    }),
  ),
  eInvoice: nullable(eInvoiceStatus),
  lines: Type.Array(record({ id: Type.String(), ...lineMembers })),
});
const standing = (description: string) =>
  record(
    {
      status: oneOf(SHOWN_INVOICE_STATUSES, "The status of the invoice."),
      amountPaid: decimal,
      amountRemaining: { ...decimal, description: "The amount due on the invoice." },
      accountCredit: { ...decimal, description: "The account credit in the invoice's currency." },
      prepaidCredit: { ...decimal, description: "The usable prepaid grants in the invoice's currency." },
    },
    { title: "CreditNotePreviewBalance", description },
  );
export const creditNotePreview = record(
  {
    creditNote: record(
      { ...noted, timezone, taxes, eInvoice: nullable(eInvoiceStatus), lines: Type.Array(record(lineMembers)) },
      { title: "PreviewedCreditNote", description: "Without ID, number, date and PDF." },
    ),
    refunds: Type.Array(
      record(
        {
          paymentId: Type.String(),
          method: oneOf(PAYMENT_METHODS),
          provider: Type.String({
            description: "With `manual`, the refund is only recorded.",
          }),
          amount: decimal,
        },
        { title: "PreviewedRefund" },
      ),
      { description: "The last payment first." },
    ),
    journalEntries: Type.Array(
      record(
        {
          kind: Type.String({ description: "The effect, such as `credit_note_issued`." }),
          day: { ...date, description: "The day on which it counts, in the invoice's time zone." },
          postings: Type.Array(
            record({
              code: oneOf(LEDGER_CODES),
              amount: { ...decimal, description: "Positive for a debit, negative for a credit." },
              lineItemId: nullable(Type.String({ description: "The line of the invoice." })),
            }),
          ),
        },
        { title: "PreviewedJournalEntry" },
      ),
      { description: "In the order of booking." },
    ),
    before: standing("The amounts before the credit note."),
    after: standing("The amounts after the credit note."),
  },
  { title: "CreditNotePreview" },
);
export const creditNoteCreation = record({
  invoiceId: Type.String(),
  reason: Type.String({ minLength: 1, maxLength: 1_000, description: "Printed on the credit note." }),
  lines: Type.Array(
    record({
      lineItemId: Type.String(),
      amount: Type.Optional(
        nullable({
          ...amountInput,
          description: "Without tax, with the same sign as the line. If omitted, everything that remains of the line.",
        }),
      ),
    }),
    { minItems: 1, maxItems: 1_000 },
  ),
  outcome,
  memo: Type.Optional(nullable(text())),
});

const MOST_PRODUCTS = 100;
const priority = Type.Integer({
  minimum: 0,
  maximum: 1_000_000,
  description:
    "Grants with a lower number are used first. Among equals, the grant that expires first, then the one that was " +
    "granted first.",
});
const counted = {
  currency: nullable({ ...currency, description: "The currency of an amount of money. Null if units are counted." }),
  metricId: nullable(Type.String({ description: "The metric whose units are counted. Null for money." })),
};

export const creditGrant = record({
  id: Type.String(),
  accountId: Type.String(),
  ...counted,
  amount: decimal,
  balance: { ...decimal, description: "The remaining balance." },
  priority,
  effectiveAt: instant,
  expiresAt: nullable(instant),
  productIds: Type.Array(Type.String(), {
    description: "The products that the grant pays for. Empty means all products.",
  }),
  reason: nullable(Type.String()),
  status: oneOf(CREDIT_GRANT_STATUSES),
  voidedAt: nullable(instant),
  ...timestamps,
});
export const creditGrantCreation = record({
  amount: decimal,
  currency: Type.Optional(nullable(currency)),
  metricId: Type.Optional(nullable(Type.String())),
  priority: Type.Optional(priority),
  effectiveAt: Type.Optional(nullable(instantInput)),
  expiresAt: Type.Optional(nullable(instantInput)),
  productIds: Type.Optional(Type.Array(Type.String(), { maxItems: MOST_PRODUCTS })),
  reason: Type.Optional(nullable(text())),
});
export const creditGrantVoiding = record({ reason: Type.String({ minLength: 1, maxLength: 1_000 }) });

export const creditEntry = record({
  id: Type.String(),
  accountId: Type.String(),
  kind: oneOf([
    "granted",
    "used",
    "given",
    "returned",
    "expired",
    "voided",
    "credit_note",
    "payment",
    "applied",
    "converted",
  ]),
  ...counted,
  amount: { ...decimal, description: "Positive amounts add credit, negative amounts remove it." },
  creditGrantId: nullable(Type.String({ description: "Null for account credit." })),
  creditConversionId: nullable(
    Type.String({ description: "The conversion that moved the credit between currencies." }),
  ),
  invoiceId: nullable(Type.String()),
  creditNoteId: nullable(Type.String()),
  createdAt: instant,
});

const moneyOf = (description: string) => record({ currency, amount: decimal }, { description });
const rate = { ...decimal, description: "The value of one unit of `from` in units of `to`.", examples: ["0.9215"] };

export const creditConversion = record({
  id: Type.String(),
  accountId: Type.String(),
  from: moneyOf("The amount taken from account credit."),
  to: moneyOf("The amount added: `from` × `rate`, rounded once to the minor unit, half away from zero."),
  rate,
  reason: Type.String(),
  createdAt: instant,
});
export const creditConversionCreation = record({
  from: { ...currency, description: "ISO 4217 code of the credit to convert." },
  to: { ...currency, description: "ISO 4217 code of the target currency." },
  amount: Type.Optional(
    nullable({ ...decimal, description: "The amount in `from`. If omitted, all of the account credit." }),
  ),
  rate,
  reason: Type.String({ minLength: 1, maxLength: 1_000 }),
});

const topUp = {
  threshold: { ...decimal, description: "Counterfoil tops up prepaid money at or below this amount." },
  amount: { ...decimal, description: "The amount that is granted, and that is invoiced before tax." },
};
const grantsOn = oneOf(TOP_UP_GRANTS_ON, "When the credit is granted: with the invoice, or after it is paid.");
const expiresAfterDays = Type.Integer({ minimum: 1, maximum: 36_500 });

const creditLine =
  "What usage may owe beyond the grants, with issued invoices that are not paid. Checks and holds are allowed up to it. " +
  "Null allows only what grants cover.";
const settleAboveHeld = oneOf(
  SETTLE_ABOVE_HELD,
  "Whether a hold can be settled with events that cost more than was held.",
);

export const creditSettings = record({
  accountId: Type.String(),
  currency,
  lowBalanceThreshold: nullable({
    ...decimal,
    description: "At or below it, less usage that is not invoiced, `credit.balance_low` is sent.",
  }),
  creditLine: nullable({ ...decimal, description: creditLine }),
  settleAboveHeld,
  topUp: nullable(
    record({
      ...topUp,
      grantsOn,
      priority,
      expiresAfterDays: nullable(expiresAfterDays),
      productId: nullable(Type.String({ description: "The product on the invoice, which determines its tax." })),
    }),
  ),
  topUpFailure: nullable(Type.String()),
});
export const creditSettingsChange = record({
  lowBalanceThreshold: Type.Optional(nullable(amountInput)),
  creditLine: Type.Optional(nullable({ ...amountInput, description: creditLine })),
  settleAboveHeld: Type.Optional(settleAboveHeld),
  topUp: Type.Optional(
    nullable(
      record({
        threshold: { ...amountInput, description: topUp.threshold.description },
        amount: { ...amountInput, description: topUp.amount.description },
        grantsOn: Type.Optional(grantsOn),
        priority: Type.Optional(priority),
        expiresAfterDays: Type.Optional(nullable(expiresAfterDays)),
        productId: Type.Optional(nullable(Type.String())),
      }),
    ),
  ),
});
