import { CREDIT_GRANT_STATUSES, CREDIT_NOTE_OUTCOMES, TOP_UP_GRANTS_ON } from "@counterfoil/service";
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
  "Pay it back, lower what the invoice asks for (what is over becomes account credit), or keep it as account credit.",
);

const summary = {
  id: Type.String(),
  number: Type.String(),
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
  amountApplied: { ...decimal, description: "What the invoice asks for less." },
  amountCredited: { ...decimal, description: "What became account credit." },
  amountReturned: { ...decimal, description: "What went back to the prepaid grants that had paid the invoice." },
  amountRefunded: decimal,
  issueDate: instant,
  timezone: Type.String({ description: "IANA name of the zone in which it shows its date: that of the invoice." }),
  createdAt: instant,
};

export const creditNoteSummary = record(summary);
export const creditNote = record({
  ...summary,
  taxes: Type.Array(invoiceTax, { description: "What is given back of each tax of the invoice." }),
  pdfSha256: nullable(Type.String({ description: "Hexadecimal SHA-256 of its PDF; null until it was drawn." })),
  earlierPdfSha256: nullable(
    Type.String({
      description:
        "The same of a PDF that a release before handed out and did not keep, where it is not the one that is kept now.",
    }),
  ),
  eInvoice: nullable(eInvoiceStatus),
  lines: Type.Array(
    record({
      id: Type.String(),
      lineItemId: Type.String({ description: "The line of the invoice." }),
      description: Type.String(),
      groupName: nullable(Type.String()),
      servicePeriod: record({ start: date, end: date }),
      amount: decimal,
    }),
  ),
});
export const creditNoteCreation = record({
  invoiceId: Type.String(),
  reason: Type.String({ minLength: 1, maxLength: 1_000, description: "Printed on the note." }),
  lines: Type.Array(
    record({
      lineItemId: Type.String(),
      amount: Type.Optional(
        nullable({
          ...amountInput,
          description: "Without tax, of the sign of the line; left out, all that is left of it.",
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
  description: "The lower is used first; then what expires first, then what was granted first.",
});
const counted = {
  currency: nullable({ ...currency, description: "Of an amount of money; null where units are counted." }),
  metricId: nullable(Type.String({ description: "The metric whose units are counted; null for money." })),
};

export const creditGrant = record({
  id: Type.String(),
  accountId: Type.String(),
  ...counted,
  amount: decimal,
  balance: { ...decimal, description: "What is left of it." },
  priority,
  effectiveAt: instant,
  expiresAt: nullable(instant),
  productIds: Type.Array(Type.String(), { description: "What it pays for; everything where empty." }),
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
  amount: { ...decimal, description: "Positive adds, negative takes away." },
  creditGrantId: nullable(Type.String({ description: "Null where it is of the account's credit." })),
  creditConversionId: nullable(Type.String({ description: "The conversion that moved it between currencies." })),
  invoiceId: nullable(Type.String()),
  creditNoteId: nullable(Type.String()),
  createdAt: instant,
});

const moneyOf = (description: string) => record({ currency, amount: decimal }, { description });
const rate = { ...decimal, description: "What one unit of `from` is worth in units of `to`.", examples: ["0.9215"] };

export const creditConversion = record({
  id: Type.String(),
  accountId: Type.String(),
  from: moneyOf("What was taken from account credit."),
  to: moneyOf("What was added: `from` × `rate`, rounded once to the minor unit, half away from zero."),
  rate,
  reason: Type.String(),
  createdAt: instant,
});
export const creditConversionCreation = record({
  from: { ...currency, description: "ISO 4217 code of the credit to convert." },
  to: { ...currency, description: "ISO 4217 code to convert it into." },
  amount: Type.Optional(nullable({ ...decimal, description: "In `from`; all of the account credit if left out." })),
  rate,
  reason: Type.String({ minLength: 1, maxLength: 1_000 }),
});

const topUp = {
  threshold: { ...decimal, description: "Prepaid money at or below it is topped up." },
  amount: { ...decimal, description: "What is granted, and what the invoice asks for before tax." },
};
const grantsOn = oneOf(TOP_UP_GRANTS_ON, "When the credit is granted: with the invoice, or once it is paid.");
const expiresAfterDays = Type.Integer({ minimum: 1, maximum: 36_500 });

export const creditSettings = record({
  accountId: Type.String(),
  currency,
  lowBalanceThreshold: nullable(decimal),
  topUp: nullable(
    record({
      ...topUp,
      grantsOn,
      priority,
      expiresAfterDays: nullable(expiresAfterDays),
      productId: nullable(Type.String({ description: "What the invoice sells, for its tax." })),
    }),
  ),
  topUpFailure: nullable(Type.String()),
});
export const creditSettingsChange = record({
  lowBalanceThreshold: Type.Optional(nullable(amountInput)),
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
