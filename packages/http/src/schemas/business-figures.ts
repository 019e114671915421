import Type from "typebox";
import { totals } from "./insight.ts";
import { reporting, total } from "./reporting.ts";
import { currency, decimal, nullable, record } from "./schema.ts";

const date = Type.String({ format: "date" });
const month = Type.String({ description: "A calendar month: `2024-01`." });
const percentage = nullable(
  Type.String({ description: "A percentage with two decimals. Null if there is nothing to compare with." }),
);

const compared = (title: string, description: string, changed: string) =>
  Type.Object(
    {
      value: nullable(Type.String({ format: "decimal", description: "Null if it cannot be computed." })),
      before: nullable(Type.String({ format: "decimal", description: "The same figure of the period before." })),
      change: nullable(Type.String({ format: "decimal", description: changed })),
    },
    { additionalProperties: false, title, description },
  );

const amount = (description: string) =>
  compared(
    "ComparedAmount",
    description,
    "The change in percent of the amount before, with two decimals. Null if that was not above zero.",
  );
const share = (description: string) =>
  compared(
    "ComparedPercentage",
    description,
    "The change in percentage points, with two decimals. Null if there is nothing to compare with.",
  );

export const keyFigures = record({
  from: date,
  to: date,
  before: record({ from: date, to: date }),
  unpaidAt: record({ current: date, before: date }),
  items: Type.Array(
    record({
      currency,
      mrr: amount("Monthly recurring revenue at the end."),
      arr: amount("Twelve times the monthly recurring revenue."),
      netRevenue: amount("Revenue minus credit notes and voids."),
      cashCollected: amount("Payments minus refunds."),
      unpaid: amount("The amount due on the days of `unpaidAt`."),
      accountChurn: share("Accounts that paid at the start and pay nothing at the end."),
      netRetention: share("The revenue at the end of the accounts that paid at the start."),
      grossRetention: share("The same, with each account limited to its revenue at the start."),
      accounts: record({
        opening: Type.Integer({ description: "Paying accounts at the start." }),
        closing: Type.Integer({ description: "Paying accounts at the end." }),
        lost: Type.Integer({ description: "Accounts that paid at the start and pay nothing at the end." }),
        before: Type.Integer({ description: "Paying accounts at the end of the period before." }),
      }),
    }),
  ),
  reporting: reporting("ReportedKeyFigures", {
    mrr: amount("Monthly recurring revenue at the end, at the rates of the last day."),
    arr: amount("Twelve times the monthly recurring revenue."),
    netRevenue: amount("Revenue minus credit notes and voids, each month at the rates of its last day."),
    cashCollected: amount("Payments minus refunds, each day at its own rates."),
    unpaid: amount("The amount due on the days of `unpaidAt`, at their rates."),
  }),
});

const cash = {
  currency,
  received: decimal,
  refunded: Type.String({ format: "decimal", description: "Refunded or taken back, as a positive amount." }),
  net: Type.String({ format: "decimal", description: "Received minus refunded." }),
};

export const cashCollected = record({
  from: date,
  to: date,
  items: Type.Array(record({ day: date, ...cash }), {
    description: "The days on which money moved. With `interval=month`, the first requested days of their months.",
  }),
  totals: Type.Array(record(cash), { description: "The sums of all days, by currency." }),
  reporting: reporting("ReportedCash", {
    items: Type.Array(record({ day: date, net: total("Received minus refunded, each day at its own rates.") })),
    total: total("The sum of all days, rounded once."),
  }),
});

export const cashEntries = record({
  from: date,
  to: date,
  items: Type.Array(
    record({
      entryId: Type.String(),
      day: date,
      kind: Type.String({ description: "The effect, such as `payment_applied`." }),
      accountId: Type.String(),
      invoiceId: nullable(Type.String()),
      objectId: Type.String({ description: "The object that moved the money." }),
      currency,
      amount: Type.String({ format: "decimal", description: "Negative if the money was given back." }),
    }),
  ),
  nextCursor: nullable(Type.String()),
  totals,
});

export const retention = record({
  from: date,
  to: date,
  items: Type.Array(
    record({
      currency,
      month: Type.String({ description: "The month in which the accounts first paid recurring revenue." }),
      accounts: Type.Integer(),
      mrr: Type.String({ format: "decimal", description: "What they paid per month on their first day." }),
      months: Type.Array(
        record({ month, accounts: Type.Integer(), mrr: decimal, accountShare: percentage, mrrShare: percentage }),
        { description: "The end of each month from the first one on. The last may be in progress." },
      ),
    }),
  ),
});

export const forecast = record({
  from: date,
  to: date,
  usageFrom: date,
  usageTo: date,
  items: Type.Array(
    record({
      month,
      currency,
      contracts: Type.String({
        format: "decimal",
        description: "What contracts will bill regardless of usage, after discounts and before taxes.",
      }),
      usage: Type.String({
        format: "decimal",
        description: "The usage billed per month on average from `usageFrom` until before `usageTo`.",
      }),
      total: decimal,
    }),
  ),
  reporting: reporting("ReportedForecast", {
    items: Type.Array(record({ month, total: total("Contracts and usage, at the newest known rates.") })),
  }),
});

export const usageMonths = record({
  from: date,
  to: date,
  items: Type.Array(
    record({
      metricId: Type.String(),
      name: Type.String(),
      method: Type.String(),
      quantity: nullable(
        Type.String({ format: "decimal", description: "This month. Null if quantities of accounts cannot be added." }),
      ),
      eventCount: Type.Integer(),
      accounts: Type.Integer(),
      isComplete: Type.Boolean({ description: "False while totals are being recalculated." }),
      months: Type.Array(record({ month, quantity: nullable(decimal) })),
    }),
  ),
});
