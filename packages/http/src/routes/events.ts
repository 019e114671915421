import {
  createIngestTally,
  ingestEventStream,
  ingestSentEvents,
  listEvents,
  readNdjson,
  USAGE_EVENT_FIELDS,
} from "@counterfoil/service";
import Type from "typebox";
import { eventBodyForms, parseEvents } from "../event-bodies.ts";
import { pageCount } from "../lists.ts";
import { route } from "../route.ts";
import { event, ingestAnswer } from "../schemas/event.ts";
import { oneOf, record } from "../schemas/schema.ts";

const tag = "Usage";
/** R-API-9. What is streamed has no limit. */
const BODY_LIMIT_BYTES = 32 * 1024 * 1024;

export const eventRoutes = [
  route({
    method: "POST",
    path: "/events",
    operationId: "ingestEvents",
    tag,
    summary: "Send usage events",
    description:
      'JSON: `{"events": […]}`, an array, or one event; up to 10,000 events and 32 MiB. NDJSON: an event on each line, ' +
      "without end, stored while it arrives. CloudEvents 1.0: structured, as a batch, or in binary mode (JSON with headers " +
      "`ce-…`). Any of them with `Content-Encoding: gzip`.\n\n" +
      "Answers after the commit: an ingested event is durable, counts once and is seen by the next reading. A uniqueId that " +
      "was stored before is a duplicate when its content is the same, else it fails as `event_conflict` and the first " +
      "stays. A bad event is named in `errors` and harms no other. After any other answer than 200, or none, send the same " +
      "body again.",
    scope: "ingest",
    query: Type.Object(
      { detail: Type.Optional(oneOf(["lists", "counts"], "counts: numbers in place of lists.")) },
      { additionalProperties: false },
    ),
    bodyForms: eventBodyForms,
    bodyLimit: BODY_LIMIT_BYTES,
    status: 200,
    response: ingestAnswer,
    async handle({ context, sent, query: { detail }, request }) {
      // Who only asks for numbers has no lists kept for it.
      const tally = detail === "counts" ? createIngestTally(0) : createIngestTally();
      if (sent.kind === "stream") await ingestEventStream(context, readNdjson(sent.chunks), tally);
      else await ingestSentEvents(context, parseEvents(sent.mediaType, sent.text, request.headers), tally);
      return detail === "counts" ? tally.counts : tally.lists();
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
