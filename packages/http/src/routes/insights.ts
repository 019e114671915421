import { listOwedInvoices, readAgeing, readRecognition, readRevenue } from "@counterfoil/service";
import Type from "typebox";
import { route } from "../route.ts";
import { ageing, lineRecognition, owedInvoices, revenueMonths } from "../schemas/insight.ts";
import { name, oneOf } from "../schemas/schema.ts";

const tag = "Insights";
const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

const date = (description: string) => Type.String({ format: "date", description });
const at = Type.Optional(date("By the end of this day; today in the organization's zone where it is left out."));

/** What the journal tells of revenue and of what is owed. */
export const insightRoutes = [
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
        interval: Type.Optional(oneOf(["month"])),
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
    params: Type.Object({ id: name(), lineId: name() }, { additionalProperties: false }),
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
        cursor: Type.Optional(name("The `nextCursor` of the page before.")),
        limit: Type.Optional(Type.String({ pattern: "^[1-9]\\d{0,8}$", description: "Default 10, at most 100." })),
      },
      { additionalProperties: false },
    ),
    status: 200,
    response: owedInvoices,
    async handle({ context, query: { limit: asked, ...question } }) {
      const limit = Math.min(Number(asked ?? DEFAULT_LIMIT), MAX_LIMIT);
      return { ...(await listOwedInvoices(context, question, limit)), limit };
    },
  }),
];
