import { RESETS } from "@counterfoil/engine";
import { ALERT_MEASURES } from "@counterfoil/service";
import Type from "typebox";
import { currency, decimal, name, nullable, oneOf, record, timestamps } from "./schema.ts";

const MOST_THRESHOLDS = 20;

const thresholds = Type.Array(decimal, {
  minItems: 1,
  maxItems: MOST_THRESHOLDS,
  description: "Ascending, each greater than 0. Amounts are in units of the currency.",
});
const accountId = nullable(
  Type.String({ description: "The account to watch. Null watches each account separately. Accepts an ID or alias." }),
);
const watched = {
  metricId: Type.String({ description: "The metric to watch." }),
  measure: oneOf(ALERT_MEASURES, "The value to compare with the thresholds: the usage or its cost."),
  period: oneOf(
    RESETS,
    "When usage restarts at 0: never, by the calendar of the account's time zone, or with the billing period of " +
      "each subscription that sells the metric. An amount is available only for the billing period.",
  ),
};
const currencyOfAmount = nullable({
  ...currency,
  description: "For an amount: the currency of the subscriptions to watch.",
});

export const usageAlert = record({
  id: Type.String(),
  name: Type.String(),
  ...watched,
  accountId,
  currency: currencyOfAmount,
  thresholds,
  active: Type.Boolean({ description: "Whether the alert sends notifications." }),
  ...timestamps,
});
export const usageAlertCreation = record({
  name: name(),
  ...watched,
  accountId: Type.Optional(accountId),
  currency: Type.Optional(currencyOfAmount),
  thresholds,
  active: Type.Optional(Type.Boolean()),
});
export const usageAlertChange = record({
  name: Type.Optional(name()),
  thresholds: Type.Optional(thresholds),
  active: Type.Optional(Type.Boolean()),
});
