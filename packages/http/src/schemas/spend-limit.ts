import { SPEND_APPLICATIONS, SPEND_ENFORCEMENTS } from "@counterfoil/service";
import Type from "typebox";
import { amountInput, currency, decimal, nullable, oneOf, record, timestamps } from "./schema.ts";

const MOST_SHARES = 20;
const HIGHEST_SHARE = 1_000;

const SHARES = "Percentages of the amount, ascending. Counterfoil notifies of each once a billing period.";
const amount = "What usage of the account may cost in a billing period, with tax.";
const enforcement = oneOf(
  SPEND_ENFORCEMENTS,
  "A soft limit notifies. A hard limit also refuses checks and holds that would pass it.",
);
const APPLIES_TO = "account: usage of the account. family: its usage together with that of all accounts below it.";
const appliesTo = oneOf(SPEND_APPLICATIONS, APPLIES_TO);
const notifyAt = Type.Array(Type.Integer({ minimum: 1, maximum: HIGHEST_SHARE }), {
  maxItems: MOST_SHARES,
  description: SHARES,
});
const scope = {
  metricId: nullable(Type.String({ description: "Counts only prices of this metric." })),
  productId: nullable(Type.String({ description: "Counts only prices of this product." })),
};
const active = Type.Boolean({ description: "Whether the limit notifies and refuses." });

export const spendLimit = record({
  id: Type.String(),
  accountId: Type.String(),
  ...scope,
  appliesTo,
  currency,
  amount: { ...decimal, description: amount },
  enforcement,
  notifyAt,
  active,
  ...timestamps,
});
export const spendLimitCreation = record({
  accountId: Type.String({ description: "The ID or an alias of the account." }),
  metricId: Type.Optional(scope.metricId),
  productId: Type.Optional(scope.productId),
  appliesTo: Type.Optional(oneOf(SPEND_APPLICATIONS, `${APPLIES_TO} Defaults to account.`)),
  currency: Type.Optional({
    ...currency,
    description: "Counts usage that is paid in this currency. Defaults to the account's.",
  }),
  amount: { ...amountInput, description: amount },
  enforcement,
  notifyAt: Type.Optional({ ...notifyAt, description: `${SHARES} Defaults to 80 and 100.` }),
  active: Type.Optional(active),
});
export const spendLimitChange = record({
  amount: Type.Optional({ ...amountInput, description: amount }),
  enforcement: Type.Optional(enforcement),
  notifyAt: Type.Optional(notifyAt),
  active: Type.Optional(active),
});
