import { AGE_BANDS } from "@counterfoil/service";
import Type from "typebox";
import { currency, decimal, nullable, oneOf, record } from "./schema.ts";

const date = Type.String({ format: "date" });
const month = Type.String({ description: "A calendar month: `2024-01`." });

export const revenueMonths = record({
  from: date,
  to: date,
  items: Type.Array(record({ month, currency, invoiced: decimal, recognized: decimal, deferred: decimal })),
});

export const lineRecognition = record({
  lineId: Type.String(),
  currency,
  recognized: decimal,
  deferred: decimal,
  months: Type.Array(record({ month, day: date, amount: decimal, isRecognized: Type.Boolean() })),
});

export const ageing = record({
  at: date,
  items: Type.Array(
    record({ currency, total: decimal, bands: Type.Array(record({ band: oneOf(AGE_BANDS), amount: decimal })) }),
  ),
});

export const owedInvoices = record({
  at: date,
  items: Type.Array(
    record({
      invoiceId: Type.String(),
      number: Type.String(),
      accountId: Type.String(),
      currency,
      dueOn: date,
      daysOverdue: Type.Integer(),
      band: oneOf(AGE_BANDS),
      amount: decimal,
    }),
  ),
  limit: Type.Integer(),
  nextCursor: nullable(Type.String()),
});
