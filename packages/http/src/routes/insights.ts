import {
  AGE_BANDS,
  ATTENTION_KINDS,
  listAttention,
  listOwedInvoices,
  listRevenueLines,
  listUsageByAccount,
  readAgeing,
  readAttention,
  readNetRevenue,
  readRecognition,
  readRevenue,
  readTopAccounts,
  readUsageByMetric,
} from "@counterfoil/service";
import Type from "typebox";
import { route } from "../route.ts";
import {
  ageing,
  attention,
  attentionPage,
  insightDate as date,
  insightLimit,
  limitOf,
  lineRecognition,
  netRevenue,
  owedInvoices,
  revenueLines,
  revenueMonths,
  topAccounts,
  usageByAccount,
  usageByMetric,
} from "../schemas/insight.ts";
import { includeReporting } from "../schemas/reporting.ts";
import { inPath, name, oneOf, resourceId } from "../schemas/schema.ts";
import { businessFigureRoutes } from "./business-figures.ts";
import { days, ofAccount, ofCurrency, page, recurringRevenueRoutes, testClocks } from "./recurring-revenue.ts";

const tag = "Insights";

const at = Type.Optional(
  date("The day at whose end the figures are taken. Today in the organization's zone if omitted."),
);

/** Revenue and amounts owed from the journal, recurring revenue of contracts, and what needs attention. */
export const insightRoutes = [
  ...recurringRevenueRoutes,
  ...businessFigureRoutes,
  route({
    method: "GET",
    path: "/insights/revenue",
    operationId: "getRevenue",
    tag,
    summary: "Get recognized and deferred revenue by month",
    description:
      "Returns, for each calendar month and currency, what was invoiced, what became revenue, and what is " +
      "deferred at the end of the month. To list the postings behind a figure, call `GET /journal?code=revenue` " +
      "with the days of the month.",
    scope: "read",
    query: Type.Object(
      {
        from: Type.Optional(date("The first day. Its whole month is included. Defaults to twelve months before `to`.")),
        to: Type.Optional(date("The day after the last day. Defaults to tomorrow.")),
        testClocks,
        interval: Type.Optional(oneOf(["month"], "The length of each step.")),
      },
      { additionalProperties: false },
    ),
    status: 200,
    response: revenueMonths,
    handle: ({ context, query }) => readRevenue(context, query),
  }),
  route({
    method: "GET",
    path: "/invoices/:id/lines/:lineId/recognition",
    operationId: "getLineRecognition",
    tag,
    summary: "Get the revenue schedule of an invoice line",
    description:
      "Shows by month when the line becomes revenue, less what credit notes and a void took back. A draft has no " +
      "months.",
    scope: "read",
    params: Type.Object({ id: resourceId, lineId: inPath("The ID of the line.") }, { additionalProperties: false }),
    status: 200,
    response: lineRecognition,
    handle: ({ context, params }) => readRecognition(context, params.id, params.lineId),
  }),
  route({
    method: "GET",
    path: "/insights/ageing",
    operationId: "getAgeing",
    tag,
    summary: "Get receivables by age",
    scope: "read",
    query: Type.Object({ at, testClocks, include: includeReporting }, { additionalProperties: false }),
    status: 200,
    response: ageing,
    handle: ({ context, query }) => readAgeing(context, query),
  }),
  route({
    method: "GET",
    path: "/insights/ageing/invoices",
    operationId: "listOwedInvoices",
    tag,
    summary: "List unpaid invoices behind the receivables",
    description: "The invoices behind the figures of `/insights/ageing`, ordered by ID.",
    scope: "read",
    query: Type.Object(
      {
        at,
        currency: ofCurrency,
        accountId: ofAccount,
        band: Type.Optional(oneOf(AGE_BANDS, "Only invoices of this age.")),
        testClocks,
        ...page,
      },
      { additionalProperties: false },
    ),
    status: 200,
    response: owedInvoices,
    async handle({ context, query: { limit: asked, ...question } }) {
      const limit = limitOf(asked);
      return { ...(await listOwedInvoices(context, question, limit)), limit };
    },
  }),
  route({
    method: "GET",
    path: "/insights/net-revenue",
    operationId: "getNetRevenue",
    tag,
    summary: "Get net revenue by month",
    scope: "read",
    query: Type.Object({ ...days, testClocks, include: includeReporting }, { additionalProperties: false }),
    status: 200,
    response: netRevenue,
    handle: ({ context, query }) => readNetRevenue(context, query),
  }),
  route({
    method: "GET",
    path: "/insights/net-revenue/lines",
    operationId: "listRevenueLines",
    tag,
    summary: "List the invoice lines of the net revenue",
    description:
      "The lines behind the net revenue, ordered by ID. You can select those of one account and those of usage.",
    scope: "read",
    query: Type.Object(
      {
        ...days,
        currency: ofCurrency,
        accountId: ofAccount,
        usage: Type.Optional(oneOf(["true"], "Only usage lines.")),
        testClocks,
        ...page,
      },
      { additionalProperties: false },
    ),
    status: 200,
    response: revenueLines,
    handle: ({ context, query: { cursor, limit, ...question } }) =>
      listRevenueLines(context, question, cursor, limitOf(limit)),
  }),
  route({
    method: "GET",
    path: "/insights/top-accounts",
    operationId: "getTopAccounts",
    tag,
    summary: "Get the accounts with the most revenue",
    description: "Ranked within each currency, with each account's share of the net revenue in that currency.",
    scope: "read",
    query: Type.Object(
      { ...days, currency: ofCurrency, testClocks, limit: insightLimit },
      { additionalProperties: false },
    ),
    status: 200,
    response: topAccounts,
    handle: ({ context, query: { limit, ...question } }) => readTopAccounts(context, question, limitOf(limit)),
  }),
  route({
    method: "GET",
    path: "/insights/usage",
    operationId: "getUsageByMetric",
    tag,
    summary: "Get the usage of all accounts by metric",
    description:
      "Covers days in the organization's zone; defaults to this month. For one account, use `/metrics/{id}/usage`.",
    scope: "read",
    query: Type.Object({ ...days, testClocks }, { additionalProperties: false }),
    status: 200,
    response: usageByMetric,
    handle: ({ context, query }) => readUsageByMetric(context, query),
  }),
  route({
    method: "GET",
    path: "/insights/usage/accounts",
    operationId: "listUsageByAccount",
    tag,
    summary: "List the accounts of a metric's usage",
    description: "The accounts behind the usage of a metric in `/insights/usage`, the largest usage first.",
    scope: "read",
    query: Type.Object(
      { ...days, metricId: name("The ID of the metric."), testClocks, ...page },
      { additionalProperties: false },
    ),
    status: 200,
    response: usageByAccount,
    handle: ({ context, query: { cursor, limit, ...question } }) =>
      listUsageByAccount(context, question, cursor, limitOf(limit)),
  }),
  route({
    method: "GET",
    path: "/insights/attention",
    operationId: "getAttention",
    tag,
    summary: "List what needs attention",
    description:
      "Returns the number of items of each kind, and the items of each kind that have waited longest, with the " +
      "request that resolves them.",
    scope: "read",
    query: Type.Object(
      {
        kind: Type.Optional(oneOf(ATTENTION_KINDS, "Only items of this kind.")),
        testClocks,
        limit: insightLimit,
      },
      { additionalProperties: false },
    ),
    status: 200,
    response: attention,
    handle: ({ context, query: { limit, ...question } }) => readAttention(context, question, limitOf(limit)),
  }),
  route({
    method: "GET",
    path: "/insights/attention/items",
    operationId: "listAttentionEntries",
    tag,
    summary: "List all items of a kind that need attention",
    description: "The items behind a count of `/insights/attention`, the longest waiting first.",
    scope: "read",
    query: Type.Object(
      { kind: oneOf(ATTENTION_KINDS, "The kind of the items."), testClocks, ...page },
      { additionalProperties: false },
    ),
    status: 200,
    response: attentionPage,
    handle: ({ context, query: { cursor, limit, ...question } }) =>
      listAttention(context, question, cursor, limitOf(limit)),
  }),
];
