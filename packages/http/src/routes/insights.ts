import {
  ATTENTION_KINDS,
  listOwedInvoices,
  listRevenueLines,
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
  insightDate as date,
  insightLimit,
  limitOf,
  lineRecognition,
  netRevenue,
  owedInvoices,
  revenueLines,
  revenueMonths,
  topAccounts,
  usageByMetric,
} from "../schemas/insight.ts";
import { inPath, oneOf, resourceId } from "../schemas/schema.ts";
import { days, ofAccount, ofCurrency, page, recurringRevenueRoutes } from "./recurring-revenue.ts";

const tag = "Insights";

const at = Type.Optional(date("By the end of this day; today in the organization's zone where it is left out."));

/** What the journal tells of revenue and of what is owed, what contracts charge, and what needs somebody. */
export const insightRoutes = [
  ...recurringRevenueRoutes,
  route({
    method: "GET",
    path: "/insights/revenue",
    operationId: "getRevenue",
    tag,
    summary: "Get recognised and deferred revenue by month",
    description:
      "What was invoiced and what became revenue in each calendar month, and what is deferred at its end, by currency. The " +
      "postings behind a figure are `GET /journal?code=revenue` with the month's days.",
    scope: "read",
    query: Type.Object(
      {
        from: Type.Optional(date("The first day; its whole month is shown. Twelve months before `to` by default.")),
        to: Type.Optional(date("The day after the last; tomorrow by default.")),
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
    summary: "Get when a line becomes revenue",
    description: "Month by month, with what credit notes and a void took back. A draft has no months.",
    scope: "read",
    params: Type.Object({ id: resourceId, lineId: inPath("Of the line.") }, { additionalProperties: false }),
    status: 200,
    response: lineRecognition,
    handle: ({ context, params }) => readRecognition(context, params.id, params.lineId),
  }),
  route({
    method: "GET",
    path: "/insights/ageing",
    operationId: "getAgeing",
    tag,
    summary: "Get what is owed, by how long it is due",
    scope: "read",
    query: Type.Object({ at }, { additionalProperties: false }),
    status: 200,
    response: ageing,
    handle: ({ context, query }) => readAgeing(context, query.at),
  }),
  route({
    method: "GET",
    path: "/insights/ageing/invoices",
    operationId: "listOwedInvoices",
    tag,
    summary: "List the invoices that are owed",
    description: "Those that make the figures of the ageing, by id.",
    scope: "read",
    query: Type.Object(
      {
        at,
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
    summary: "Get revenue less credit notes by month",
    scope: "read",
    query: Type.Object(days, { additionalProperties: false }),
    status: 200,
    response: netRevenue,
    handle: ({ context, query }) => readNetRevenue(context, query),
  }),
  route({
    method: "GET",
    path: "/insights/net-revenue/lines",
    operationId: "listRevenueLines",
    tag,
    summary: "List the invoice lines that make revenue",
    description: "Those behind the figures of the net revenue, of an account, and of usage, by id.",
    scope: "read",
    query: Type.Object(
      {
        ...days,
        currency: ofCurrency,
        accountId: ofAccount,
        usage: Type.Optional(oneOf(["true"], "Only lines of usage.")),
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
    description: "In each currency by itself, with the share in its net revenue.",
    scope: "read",
    query: Type.Object({ ...days, currency: ofCurrency, limit: insightLimit }, { additionalProperties: false }),
    status: 200,
    response: topAccounts,
    handle: ({ context, query: { limit, ...question } }) => readTopAccounts(context, question, limitOf(limit)),
  }),
  route({
    method: "GET",
    path: "/insights/usage",
    operationId: "getUsageByMetric",
    tag,
    summary: "Get usage by metric of all accounts",
    description:
      "Over days of the organization's zone, by default those of this month. Of one account it is `/metrics/{id}/usage`.",
    scope: "read",
    query: Type.Object(days, { additionalProperties: false }),
    status: 200,
    response: usageByMetric,
    handle: ({ context, query }) => readUsageByMetric(context, query),
  }),
  route({
    method: "GET",
    path: "/insights/attention",
    operationId: "getAttention",
    tag,
    summary: "Get what needs somebody today",
    description:
      "How many there are of each kind, and of each the longest waiting, with the request that deals with it.",
    scope: "read",
    query: Type.Object(
      { kind: Type.Optional(oneOf(ATTENTION_KINDS, "What needs somebody of this kind only.")), limit: insightLimit },
      { additionalProperties: false },
    ),
    status: 200,
    response: attention,
    handle: ({ context, query: { kind, limit } }) => readAttention(context, kind, limitOf(limit)),
  }),
];
