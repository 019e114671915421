import { type IngestAnswer, ingestEvents, listEvents, parseEventsBody, USAGE_EVENT_FIELDS } from "@counterfoil/service";
import Type from "typebox";
import { pageCount } from "../lists.ts";
import { route } from "../route.ts";
import { event, eventsInput, ingestAnswer } from "../schemas/event.ts";
import { oneOf, record } from "../schemas/schema.ts";

const tag = "Usage";
/** R-API-9. */
const BODY_LIMIT_BYTES = 32 * 1024 * 1024;

export const eventRoutes = [
  route({
    method: "POST",
    path: "/events",
    operationId: "ingestEvents",
    tag,
    summary: "Send usage events",
    description:
      'Takes `{"events": […]}`, an array, or one event; up to 10,000 events and 32 MiB. Answers after the commit: an ' +
      "ingested event is durable, counts once and is seen by the next reading. A uniqueId that was stored before is a " +
      "duplicate when its content is the same, else it fails as `event_conflict` and the first stays. A bad event is " +
      "named in `errors` and harms no other.",
    scope: "ingest",
    query: Type.Object(
      { detail: Type.Optional(oneOf(["lists", "counts"], "counts: numbers in place of lists.")) },
      { additionalProperties: false },
    ),
    body: eventsInput,
    bodyAsText: true,
    bodyLimit: BODY_LIMIT_BYTES,
    status: 200,
    response: ingestAnswer,
    async handle({ context, text, query }) {
      const answer = await ingestEvents(context, parseEventsBody(text));
      return query.detail === "counts" ? counts(answer) : answer;
    },
  }),
  route({
    method: "GET",
    path: "/events",
    operationId: "listEvents",
    tag,
    summary: "List usage events",
    description: "In the order in which they began to count, unless sorted.",
    scope: "read",
    list: { fields: USAGE_EVENT_FIELDS },
    status: 200,
    response: record({ items: Type.Array(event), pageCount: Type.Integer(), limit: Type.Integer() }),
    async handle({ context, list }) {
      const page = await listEvents(context, list);
      return { items: page.rows, pageCount: pageCount(page.total, list), limit: list.limit ?? page.total };
    },
  }),
];

function counts({ ingested, failed, duplicates, errors }: IngestAnswer) {
  return {
    ingested: ingested.length,
    failed: failed.length,
    duplicates: duplicates.length,
    errors: errors.length,
  };
}
