import { explainLine, explainUpcomingLine, listLineEvents } from "@counterfoil/service";
import Type from "typebox";
import { route } from "../route.ts";
import { listedEvent } from "../schemas/event.ts";
import { explainedLine } from "../schemas/explained-line.ts";
import { inPath, name, nullable, record, resourceId } from "../schemas/schema.ts";

const tag = "Invoices";
const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

const byPlace = Type.Object(
  {
    id: resourceId,
    position: Type.String({ pattern: "^\\d{1,6}$", description: "The position of the line, from 0." }),
  },
  { additionalProperties: false },
);
const byLine = Type.Object({ id: resourceId, lineId: inPath("The ID of the line.") }, { additionalProperties: false });

/** Explains how the amount of an invoice line was calculated (R-RATE-5). */
export const invoiceLineRoutes = [
  route({
    method: "GET",
    path: "/invoices/:id/lines/:lineId/explain",
    operationId: "explainInvoiceLine",
    tag,
    summary: "Explain a line of an invoice",
    description:
      "Returns everything that determines the amount: the frozen price and metrics, the usage by day, the lines " +
      "that it includes, and the arithmetic step by step, in words and figures. Counterfoil recomputes the " +
      "amount and says whether the result is the same. For a draft, uses the usage as last counted.",
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
    summary: "List the usage events of an invoice line",
    description:
      "Returns the events that the line counted, by time, as they were when they were counted, even if they were " +
      "amended or voided since. These are the events of the line's metric within its filters, its group and its " +
      "service period without pauses. A level (weighted_sum) also depends on events before the period, which are " +
      "not listed. A page may have fewer items than the limit, or none: the walk ends when `nextCursor` is null.",
    scope: "read",
    params: byLine,
    query: Type.Object(
      {
        metric: Type.Optional(name("The metric of the line. Optional if the line has only one.")),
        cursor: Type.Optional(Type.String({ maxLength: 255, description: "The `nextCursor` of the previous page." })),
        limit: Type.Optional(Type.String({ pattern: "^[1-9]\\d{0,8}$", description: "Default 10, maximum 100." })),
      },
      { additionalProperties: false },
    ),
    status: 200,
    response: record({ items: Type.Array(listedEvent), limit: Type.Integer(), nextCursor: nullable(Type.String()) }),
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
    summary: "Explain a line of the upcoming invoice",
    description:
      "Works as for a line of an invoice, with the usage so far. IDs are generated for this response and cannot be " +
      "looked up.",
    scope: "read",
    refusals: ["state_conflict"],
    params: byPlace,
    status: 200,
    response: explainedLine,
    handle: ({ context, params }) => explainUpcomingLine(context, params.id, Number(params.position)),
  }),
];
