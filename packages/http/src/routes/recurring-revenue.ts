import { MOVEMENT_KINDS } from "@counterfoil/engine";
import { listChurnAccounts, listMovements, listRecurring, readChurn, readRecurring } from "@counterfoil/service";
import Type from "typebox";
import { route } from "../route.ts";
import { insightDate, insightLimit, limitOf } from "../schemas/insight.ts";
import {
  churnAccounts,
  churnMonths,
  movements,
  recurringMonths,
  recurringSubscriptions,
} from "../schemas/recurring-revenue.ts";
import { includeReporting } from "../schemas/reporting.ts";
import { currency, name, oneOf } from "../schemas/schema.ts";

const tag = "Insights";

/** Half-open days. */
export const days = {
  from: Type.Optional(insightDate("The first day. Defaults to the first of the month eleven months before.")),
  to: Type.Optional(insightDate("The day after the last day. Defaults to tomorrow in the organization's zone.")),
};
export const testClocks = Type.Optional(
  oneOf(["include"], "Also count accounts with a test clock. They are left out otherwise."),
);
export const ofCurrency = Type.Optional(currency);
export const ofAccount = Type.Optional(name("ID or alias of an account."));
export const page = { cursor: Type.Optional(name("The `nextCursor` of the previous page.")), limit: insightLimit };

/** Monthly recurring revenue of contracts and its movements. */
export const recurringRevenueRoutes = [
  route({
    method: "GET",
    path: "/insights/mrr",
    operationId: "getRecurringRevenue",
    tag,
    summary: "Get monthly recurring revenue by month",
    description:
      "Returns opening MRR, its movements and closing MRR by month and currency; annual recurring revenue as " +
      "twelve times the closing MRR; and the revenue from usage separately. To see what a figure consists of, " +
      "call `/insights/mrr/movements` and `/insights/mrr/subscriptions`.",
    scope: "read",
    query: Type.Object(
      { ...days, currency: ofCurrency, testClocks, include: includeReporting },
      { additionalProperties: false },
    ),
    status: 200,
    response: recurringMonths,
    handle: ({ context, query }) => readRecurring(context, query),
  }),
  route({
    method: "GET",
    path: "/insights/mrr/movements",
    operationId: "listRecurringMovements",
    tag,
    summary: "List movements of monthly recurring revenue",
    description: "By account and day, with the subscriptions, their versions, and their prices before and after.",
    scope: "read",
    query: Type.Object(
      {
        ...days,
        month: Type.Optional(
          Type.String({
            pattern: "^(19|[2-9]\\d)\\d{2}-(0[1-9]|1[0-2])$",
            description: "A calendar month, instead of `from` and `to`.",
          }),
        ),
        type: Type.Optional(oneOf(MOVEMENT_KINDS, "Only movements of this kind.")),
        currency: ofCurrency,
        accountId: ofAccount,
        testClocks,
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
    summary: "List the subscriptions of monthly recurring revenue",
    description: "By account, with the monthly amount of each price and the discounts.",
    scope: "read",
    query: Type.Object(
      {
        at: Type.Optional(
          insightDate("The day at whose end the figures are taken. Defaults to today in the organization's zone."),
        ),
        currency: ofCurrency,
        accountId: ofAccount,
        testClocks,
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
      "Covers the accounts that paid at the start of each month and of the whole range: how many left, how much " +
      "revenue was lost, and how much remains at the end with and without expansion.",
    scope: "read",
    query: Type.Object({ ...days, currency: ofCurrency, testClocks }, { additionalProperties: false }),
    status: 200,
    response: churnMonths,
    handle: ({ context, query }) => readChurn(context, query),
  }),
  route({
    method: "GET",
    path: "/insights/churn/accounts",
    operationId: "listChurnAccounts",
    tag,
    summary: "List the accounts of churn and retention",
    description: "The accounts that paid at the start of the range, with what they pay at its end, ordered by ID.",
    scope: "read",
    query: Type.Object(
      {
        ...days,
        currency: ofCurrency,
        lost: Type.Optional(oneOf(["true"], "Only accounts that pay nothing at the end.")),
        testClocks,
        ...page,
      },
      { additionalProperties: false },
    ),
    status: 200,
    response: churnAccounts,
    handle: ({ context, query: { cursor, limit, ...question } }) =>
      listChurnAccounts(context, question, cursor, limitOf(limit)),
  }),
];
