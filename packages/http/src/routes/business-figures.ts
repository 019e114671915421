import {
  listCashEntries,
  readCashCollected,
  readForecast,
  readKeyFigures,
  readRetention,
  readUsageMonths,
} from "@counterfoil/service";
import Type from "typebox";
import { route } from "../route.ts";
import {
  cashCollected,
  cashEntries,
  forecast,
  keyFigures,
  retention,
  usageMonths,
} from "../schemas/business-figures.ts";
import { insightDate, limitOf } from "../schemas/insight.ts";
import { includeReporting } from "../schemas/reporting.ts";
import { oneOf } from "../schemas/schema.ts";
import { days, ofAccount, ofCurrency, page, testClocks } from "./recurring-revenue.ts";

const tag = "Insights";

/** Half-open days of this month if omitted. */
const daysOfMonth = {
  from: Type.Optional(insightDate("The first day. Defaults to the first day of the month of the last day.")),
  to: Type.Optional(insightDate("The day after the last day. Defaults to tomorrow in the organization's zone.")),
};

/** The figures of the business: compared with the period before, cash, cohorts and the forecast. */
export const businessFigureRoutes = [
  route({
    method: "GET",
    path: "/insights/key-figures",
    operationId: "getKeyFigures",
    tag,
    summary: "Get key figures compared with the period before",
    description:
      "Returns recurring revenue, net revenue, collected cash, unpaid invoices, churn and retention by currency, " +
      "each with the same figure of the period of equal length before, and the change.",
    scope: "read",
    query: Type.Object(
      { ...daysOfMonth, currency: ofCurrency, testClocks, include: includeReporting },
      { additionalProperties: false },
    ),
    status: 200,
    response: keyFigures,
    handle: ({ context, query }) => readKeyFigures(context, query),
  }),
  route({
    method: "GET",
    path: "/insights/cash-collected",
    operationId: "getCashCollected",
    tag,
    summary: "Get collected cash by day",
    description: "Returns payments, refunds and the difference by day or month, from the cash postings of the journal.",
    scope: "read",
    query: Type.Object(
      {
        ...daysOfMonth,
        currency: ofCurrency,
        interval: Type.Optional(oneOf(["day", "month"], "The length of each step. Defaults to `day`.")),
        testClocks,
        include: includeReporting,
      },
      { additionalProperties: false },
    ),
    status: 200,
    response: cashCollected,
    handle: ({ context, query }) => readCashCollected(context, query),
  }),
  route({
    method: "GET",
    path: "/insights/cash-collected/entries",
    operationId: "listCashEntries",
    tag,
    summary: "List the journal entries of collected cash",
    description: "The entries behind `/insights/cash-collected`, ordered by day.",
    scope: "read",
    query: Type.Object(
      { ...daysOfMonth, currency: ofCurrency, accountId: ofAccount, testClocks, ...page },
      { additionalProperties: false },
    ),
    status: 200,
    response: cashEntries,
    handle: ({ context, query: { cursor, limit, ...question } }) =>
      listCashEntries(context, question, cursor, limitOf(limit)),
  }),
  route({
    method: "GET",
    path: "/insights/retention",
    operationId: "getRetention",
    tag,
    summary: "Get retention by cohort",
    description:
      "Groups accounts by the month in which they first paid recurring revenue, and returns how many still pay, " +
      "and how much, at the end of each month since.",
    scope: "read",
    query: Type.Object({ ...days, currency: ofCurrency, testClocks }, { additionalProperties: false }),
    status: 200,
    response: retention,
    handle: ({ context, query }) => readRetention(context, query),
  }),
  route({
    method: "GET",
    path: "/insights/forecast",
    operationId: "getForecast",
    tag,
    summary: "Get a forecast of the next three months",
    description:
      "Returns what the next three calendar months will bill before taxes: from contracts, as far as they are " +
      "known, and from usage, at the average of the last three months.",
    scope: "read",
    query: Type.Object(
      { currency: ofCurrency, testClocks, include: includeReporting },
      { additionalProperties: false },
    ),
    status: 200,
    response: forecast,
    handle: ({ context, query }) => readForecast(context, query),
  }),
  route({
    method: "GET",
    path: "/insights/usage/months",
    operationId: "getUsageByMonth",
    tag,
    summary: "Get the usage of the last six months by metric",
    description: "Covers calendar months in the organization's zone. The last one counts up to today.",
    scope: "read",
    query: Type.Object({ testClocks }, { additionalProperties: false }),
    status: 200,
    response: usageMonths,
    handle: ({ context, query }) => readUsageMonths(context, query),
  }),
];
