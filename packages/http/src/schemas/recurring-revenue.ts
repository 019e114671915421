import { MOVEMENT_KINDS } from "@counterfoil/engine";
import Type from "typebox";
import { totals } from "./insight.ts";
import { reporting, total } from "./reporting.ts";
import { currency, decimal, nullable, oneOf, record } from "./schema.ts";

const date = Type.String({ format: "date" });
const month = Type.String({ description: "A calendar month: `2024-01`." });
const percentage = nullable(
  Type.String({ description: "A percentage with two decimals. Null if no account paid at the start." }),
);

export const recurringMonths = record({
  from: date,
  to: date,
  items: Type.Array(
    record({
      month,
      from: date,
      to: date,
      currency,
      opening: decimal,
      new: decimal,
      expansion: decimal,
      contraction: decimal,
      churn: decimal,
      reactivation: decimal,
      closing: Type.String({ format: "decimal", description: "The opening plus all movements." }),
      arr: Type.String({ format: "decimal", description: "Twelve times the closing." }),
      accounts: Type.Integer({ description: "Accounts that pay at the end." }),
      usageRevenue: Type.String({
        format: "decimal",
        description: "Revenue from usage, which is not part of the other figures.",
      }),
    }),
  ),
  reporting: reporting("ReportedRecurringRevenue", {
    items: Type.Array(
      record({
        month,
        closing: total("The closing amount, at the rates of the last day."),
        arr: total("Twelve times the closing amount."),
      }),
    ),
  }),
});

const recurringState = record({
  versionId: nullable(Type.String()),
  amount: decimal,
  parts: Type.Array(
    record({ priceId: nullable(Type.String()), adjustmentId: nullable(Type.String()), amount: decimal }),
  ),
});

export const movements = record({
  from: date,
  to: date,
  items: Type.Array(
    record({
      day: date,
      type: oneOf(MOVEMENT_KINDS),
      accountId: Type.String(),
      currency,
      before: decimal,
      after: decimal,
      amount: decimal,
      subscriptions: Type.Array(
        record({ subscriptionId: Type.String(), before: nullable(recurringState), after: recurringState }),
      ),
    }),
  ),
  nextCursor: nullable(Type.String()),
  totals,
});

export const recurringSubscriptions = record({
  at: date,
  items: Type.Array(
    record({
      accountId: Type.String(),
      subscriptionId: Type.String(),
      currency,
      since: date,
      ...recurringState.properties,
    }),
  ),
  nextCursor: nullable(Type.String()),
  totals,
});

const churnPeriod = {
  from: date,
  to: date,
  currency,
  opening: decimal,
  retained: decimal,
  kept: decimal,
  accounts: record({ opening: Type.Integer(), lost: Type.Integer() }),
  accountChurn: percentage,
  revenueChurn: percentage,
  netRetention: percentage,
  grossRetention: percentage,
};

const churnAmounts = { opening: decimal, retained: decimal, kept: decimal };

export const churnAccounts = record({
  from: date,
  to: date,
  items: Type.Array(record({ accountId: Type.String(), currency, ...churnAmounts, isLost: Type.Boolean() })),
  nextCursor: nullable(Type.String()),
  totals: nullable(
    Type.Array(record({ currency, count: Type.Integer(), lost: Type.Integer(), ...churnAmounts }), {
      description: "The sums of all rows that match, on all pages. Null after the first page.",
    }),
  ),
});

export const churnMonths = record({
  from: date,
  to: date,
  items: Type.Array(record({ month, ...churnPeriod })),
  range: Type.Array(record(churnPeriod)),
});
