import { explainLine, explainUpcomingLine, listLineEvents } from "@counterfoil/service";
import Type from "typebox";
import { route } from "../route.ts";
import { event } from "../schemas/event.ts";
import { explainedLine } from "../schemas/explained-line.ts";
import { inPath, name, nullable, record, resourceId } from "../schemas/schema.ts";

const tag = "Invoices";
const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

const byPlace = Type.Object(
  { id: resourceId, position: Type.String({ pattern: "^\\d{1,6}$", description: "The place of the line, from 0." }) },
  { additionalProperties: false },
);
const byLine = Type.Object({ id: resourceId, lineId: inPath("Of the line.") }, { additionalProperties: false });

/** What a line of an invoice follows from (R-RATE-5). */
export const invoiceLineRoutes = [
  route({
    method: "GET",
    path: "/invoices/:id/lines/:lineId/explain",
    operationId: "explainInvoiceLine",
    tag,
    summary: "Explain a line of an invoice",
    description:
      "All that its amount follows from: the price and the metrics as they were frozen, the usage by day, the lines that it " +
      "counts, and the arithmetic step by step, in words and in figures. It is computed again on the way, and the answer says " +
      "whether the same comes out. Of drafts, too: with the usage as it was last counted.",
    scope: "read",
    params: byLine,
    status: 200,
    response: explainedLine,
    handle: ({ context, params }) => explainLine(context, params.id, params.lineId),
  }),
  route({
    method: "GET",
    path: "/invoices/:id/lines/:lineId/events",
    operationId: "listInvoiceLineEvents",
    tag,
    summary: "List the events that a line counted",
    description:
      "By time, as they stood when they were counted, whatever was amended or voided since: those of the line's metric, its " +
      "filters, its group and its service period without pauses. A level (weighted_sum) is also led to by events before the " +
      "period, which are not listed. A page may have fewer items than the limit, or none; the walk is at its end when " +
      "`nextCursor` is null.",
    scope: "read",
    params: byLine,
    query: Type.Object(
      {
        metric: Type.Optional(name("Which metric of the line; may be left out where it has one.")),
        cursor: Type.Optional(Type.String({ maxLength: 255, description: "The `nextCursor` of the page before." })),
        limit: Type.Optional(Type.String({ pattern: "^[1-9]\\d{0,8}$", description: "Default 10, at most 100." })),
      },
      { additionalProperties: false },
    ),
    status: 200,
    response: record({ items: Type.Array(event), limit: Type.Integer(), nextCursor: nullable(Type.String()) }),
    async handle({ context, params, query: { limit: asked, ...query } }) {
      const limit = Math.min(Number(asked ?? DEFAULT_LIMIT), MAX_LIMIT);
      return {
        ...(await listLineEvents(context, { invoiceId: params.id, lineId: params.lineId, asked: query, limit })),
        limit,
      };
    },
  }),
  route({
    method: "GET",
    path: "/subscriptions/:id/invoices/upcoming/lines/:position/explain",
    operationId: "explainUpcomingInvoiceLine",
    tag,
    summary: "Explain a line of the invoice to come",
    description: "As a line of an invoice, with the usage so far. Ids are made for the answer and found nowhere else.",
    scope: "read",
    refusals: ["state_conflict"],
    params: byPlace,
    status: 200,
    response: explainedLine,
    handle: ({ context, params }) => explainUpcomingLine(context, params.id, Number(params.position)),
  }),
];
