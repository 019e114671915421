import { MOVEMENT_KINDS } from "@counterfoil/engine";
import Type from "typebox";
import { currency, decimal, nullable, oneOf, record } from "./schema.ts";

const date = Type.String({ format: "date" });
const month = Type.String({ description: "A calendar month: `2024-01`." });
const percentage = nullable(
  Type.String({ description: "Per cent, to two decimals; null where nobody paid at the start." }),
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
      closing: Type.String({ format: "decimal", description: "The opening and all that moved." }),
      arr: Type.String({ format: "decimal", description: "Twelve times the closing." }),
      accounts: Type.Integer({ description: "Accounts that pay at the end." }),
      usageRevenue: Type.String({
        format: "decimal",
        description: "Revenue from usage, which is no part of the rest.",
      }),
    }),
  ),
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

export const churnMonths = record({
  from: date,
  to: date,
  items: Type.Array(record({ month, ...churnPeriod })),
  range: Type.Array(record(churnPeriod)),
});
