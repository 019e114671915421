import { MOVEMENT_KINDS } from "@counterfoil/engine";
import { listMovements, listRecurring, readChurn, readRecurring } from "@counterfoil/service";
import Type from "typebox";
import { route } from "../route.ts";
import { insightDate, insightLimit, limitOf } from "../schemas/insight.ts";
import { churnMonths, movements, recurringMonths, recurringSubscriptions } from "../schemas/recurring-revenue.ts";
import { currency, name, oneOf } from "../schemas/schema.ts";

const tag = "Insights";

/** Half-open days. */
export const days = {
  from: Type.Optional(insightDate("The first day. The first of the month eleven months before by default.")),
  to: Type.Optional(insightDate("The day after the last; tomorrow in the organization's zone by default.")),
};
export const ofCurrency = Type.Optional(currency);
export const ofAccount = Type.Optional(name("Id or alias of an account."));
export const page = { cursor: Type.Optional(name("The `nextCursor` of the page before.")), limit: insightLimit };

/** What contracts charge again and again, and how it moves. */
export const recurringRevenueRoutes = [
  route({
    method: "GET",
    path: "/insights/mrr",
    operationId: "getRecurringRevenue",
    tag,
    summary: "Get monthly recurring revenue by month",
    description:
      "How it opens, what moved it, how it closes, by month and currency; yearly recurring revenue as twelve times the closing; and the " +
      "revenue from usage beside it. What makes a figure is told by `/insights/mrr/movements` and `/insights/mrr/subscriptions`.",
    scope: "read",
    query: Type.Object({ ...days, currency: ofCurrency }, { additionalProperties: false }),
    status: 200,
    response: recurringMonths,
    handle: ({ context, query }) => readRecurring(context, query),
  }),
  route({
    method: "GET",
    path: "/insights/mrr/movements",
    operationId: "listRecurringMovements",
    tag,
    summary: "List what moved monthly recurring revenue",
    description: "By account and day, with the subscriptions, their versions and prices before and after.",
    scope: "read",
    query: Type.Object(
      {
        ...days,
        month: Type.Optional(
          Type.String({
            pattern: "^(19|[2-9]\\d)\\d{2}-(0[1-9]|1[0-2])$",
            description: "A calendar month, in the place of `from` and `to`.",
          }),
        ),
        type: Type.Optional(oneOf(MOVEMENT_KINDS, "Movements of this kind only.")),
        currency: ofCurrency,
        accountId: ofAccount,
        ...page,
      },
      { additionalProperties: false },
    ),
    status: 200,
    response: movements,
    handle: ({ context, query: { cursor, limit, ...question } }) =>
      listMovements(context, question, cursor, limitOf(limit)),
  }),
  route({
    method: "GET",
    path: "/insights/mrr/subscriptions",
    operationId: "listRecurringSubscriptions",
    tag,
    summary: "List the subscriptions that make monthly recurring revenue",
    description: "By account, with what each price comes to by the month and what discounts take off.",
    scope: "read",
    query: Type.Object(
      {
        at: Type.Optional(insightDate("By the end of this day; today in the organization's zone by default.")),
        currency: ofCurrency,
        accountId: ofAccount,
        ...page,
      },
      { additionalProperties: false },
    ),
    status: 200,
    response: recurringSubscriptions,
    handle: ({ context, query: { cursor, limit, ...question } }) =>
      listRecurring(context, question, cursor, limitOf(limit)),
  }),
  route({
    method: "GET",
    path: "/insights/churn",
    operationId: "getChurn",
    tag,
    summary: "Get churn and retention by month",
    description:
      "Of the accounts that paid at the start of each month, and of the whole range: who left, what was lost, and what they come to " +
      "at the end with and without what they expanded by.",
    scope: "read",
    query: Type.Object({ ...days, currency: ofCurrency }, { additionalProperties: false }),
    status: 200,
    response: churnMonths,
    handle: ({ context, query }) => readChurn(context, query),
  }),
];
