import { RESETS } from "@counterfoil/engine";
import { ALERT_MEASURES } from "@counterfoil/service";
import Type from "typebox";
import { currency, decimal, name, nullable, oneOf, record, timestamps } from "./schema.ts";

const MOST_THRESHOLDS = 20;

const thresholds = Type.Array(decimal, {
  minItems: 1,
  maxItems: MOST_THRESHOLDS,
  description: "Ascending, each more than 0. Of an amount in the currency's units.",
});
const accountId = nullable(
  Type.String({ description: "The account to watch; null for all accounts, each by itself. Written as id or alias." }),
);
const watched = {
  metricId: Type.String({ description: "The metric whose usage is watched." }),
  measure: oneOf(ALERT_MEASURES, "What is held against the thresholds: what was used, or what it costs."),
  period: oneOf(
    RESETS,
    "When usage begins at 0 again: never, by the calendar of the account's time zone, or with the billing period of each " +
      "subscription that sells the metric. An amount is known for the billing period only.",
  ),
};
const currencyOfAmount = nullable({ ...currency, description: "Of an amount: that of the subscriptions to watch." });

export const usageAlert = record({
  id: Type.String(),
  name: Type.String(),
  ...watched,
  accountId,
  currency: currencyOfAmount,
  thresholds,
  active: Type.Boolean({ description: "False: nothing is told." }),
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
