import { AGE_BANDS, ATTENTION_KINDS } from "@counterfoil/service";
import Type from "typebox";
import { reporting, total } from "./reporting.ts";
import { currency, decimal, instant, nullable, oneOf, record } from "./schema.ts";

export const insightDate = (description: string) => Type.String({ format: "date", description });
export const insightLimit = Type.Optional(
  Type.String({ pattern: "^[1-9]\\d{0,8}$", description: "Default 10, maximum 100." }),
);

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

/** The requested limit, capped at the maximum. */
export function limitOf(asked: string | undefined): number {
  return Math.min(Number(asked ?? DEFAULT_LIMIT), MAX_LIMIT);
}

const date = Type.String({ format: "date" });
/** The totals of a list, in its answers. */
export const totals = nullable(
  Type.Array(record({ currency, count: Type.Integer(), amount: decimal }), {
    description: "The number and the sum of all rows that match, on all pages. Null after the first page.",
  }),
);
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
  reporting: reporting("ReportedAgeing", { total: total("The amount due, at the rates of the day.") }),
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
  totals,
});

const percentage = nullable(
  Type.String({ description: "A percentage with two decimals. Null if there is nothing to compare with." }),
);

export const netRevenue = record({
  from: date,
  to: date,
  items: Type.Array(
    record({
      month,
      from: Type.String({ format: "date", description: "The first requested day of the month." }),
      to: Type.String({ format: "date", description: "The day after the last requested day of the month." }),
      currency,
      revenue: decimal,
      creditNotes: decimal,
      voided: decimal,
      net: decimal,
      usage: Type.String({ format: "decimal", description: "The part of `net` that is for usage, before discounts." }),
    }),
  ),
  reporting: reporting("ReportedNetRevenue", {
    items: Type.Array(record({ month, net: total("The net revenue, at the rates of the last day.") })),
  }),
});

export const topAccounts = record({
  from: date,
  to: date,
  items: Type.Array(
    record({ accountId: Type.String(), name: Type.String(), currency, revenue: decimal, share: percentage }),
  ),
});

export const revenueLines = record({
  from: date,
  to: date,
  items: Type.Array(
    record({
      lineId: Type.String(),
      invoiceId: Type.String(),
      accountId: Type.String(),
      kind: Type.String(),
      description: Type.String(),
      currency,
      amount: decimal,
    }),
  ),
  nextCursor: nullable(Type.String()),
  totals,
});

export const usageByMetric = record({
  from: date,
  to: date,
  items: Type.Array(
    record({
      metricId: Type.String(),
      name: Type.String(),
      method: Type.String(),
      quantity: nullable(
        Type.String({
          format: "decimal",
          description:
            "Null if the quantities of accounts cannot be added up: unique values, percentiles, latest and levels.",
        }),
      ),
      eventCount: Type.Integer(),
      accounts: Type.Integer(),
      isComplete: Type.Boolean({ description: "False while totals are being recalculated." }),
    }),
  ),
});

export const usageByAccount = record({
  from: date,
  to: date,
  metricId: Type.String(),
  items: Type.Array(
    record({
      accountId: Type.String(),
      quantity: nullable(
        Type.String({ format: "decimal", description: "Null if the quantities of days cannot be added up." }),
      ),
      eventCount: Type.Integer(),
    }),
  ),
  nextCursor: nullable(Type.String()),
  total: nullable(record({ quantity: nullable(decimal), eventCount: Type.Integer(), accounts: Type.Integer() })),
});

const attentionKind = oneOf(ATTENTION_KINDS);

const attentionItem = record({
  kind: attentionKind,
  objectId: Type.String(),
  accountId: nullable(Type.String()),
  name: nullable(Type.String()),
  detail: nullable(Type.String()),
  amount: nullable(decimal),
  currency: nullable(Type.String()),
  since: instant,
  dueOn: nullable(date),
  action: record({ method: oneOf(["GET", "POST"]), path: Type.String() }),
});

export const attention = record({
  counts: Type.Array(record({ kind: attentionKind, count: Type.Integer() })),
  items: Type.Array(attentionItem),
});

export const attentionPage = record({
  kind: attentionKind,
  items: Type.Array(attentionItem),
  nextCursor: nullable(Type.String()),
  totals,
});
