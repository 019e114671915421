import {
  amendEvent,
  createIngestTally,
  DomainError,
  findEvent,
  getEvent,
  ingestEventStream,
  ingestSentEvents,
  listEvents,
  type Ingestion,
  type ListQuery,
  parseAmendment,
  readNdjson,
  readUnmatchedEvents,
  refuseCrowdedBody,
  refuseUnread,
  USAGE_EVENT_FIELDS,
  voidEvent,
  walkEvents,
} from "@counterfoil/service";
import Type from "typebox";
import type { SentBody } from "../body-forms.ts";
import { eventBodyForms, NDJSON, parseEvents } from "../event-bodies.ts";
import { pageCount } from "../lists.ts";
import { paced } from "../paced.ts";
import { route } from "../route.ts";
import { event, eventAmendment, ingestAnswer, unmatchedEvents } from "../schemas/event.ts";
import { instantInput, name, nullable, oneOf, record } from "../schemas/schema.ts";

const tag = "Usage";
/** R-API-9. What is streamed has no limit. */
const BODY_LIMIT_BYTES = 32 * 1024 * 1024;

/** Items of a page of a walk, as of any list. */
const DEFAULT_LIMIT = 10;

const walkParameters = Type.Object(
  {
    uniqueId: Type.Optional(name("The event with this id, whatever it is; alone.")),
    account: Type.Optional(name("Id or alias; also a name that is no account's yet.")),
    eventName: Type.Optional(name("Events of this name only.")),
    from: Type.Optional(instantInput),
    to: Type.Optional(instantInput),
    order: Type.Optional(oneOf(["desc", "asc"], "desc, the default: the newest first.")),
    cursor: Type.Optional(Type.String({ maxLength: 255, description: "The `nextCursor` of the page before." })),
  },
  { additionalProperties: false },
);

const byUniqueId = Type.Object(
  { uniqueId: name("The id that the caller gave the event.") },
  { additionalProperties: false },
);

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
      "stays. A bad event is named in `errors` and harms no other. Where not one event of the body could be read, the answer is a " +
      "422 that names what is wrong with their members. After a 5xx or no answer, send the same body again.",
    scope: "ingest",
    refusals: ["ingestion_overloaded"],
    query: Type.Object(
      { detail: Type.Optional(oneOf(["lists", "counts"], "counts: numbers in place of lists.")) },
      { additionalProperties: false },
    ),
    bodyForms: eventBodyForms,
    bodyLimit: BODY_LIMIT_BYTES,
    status: 200,
    isRepeatable: true,
    countsUsage: true,
    response: ingestAnswer,
    refuseUnread({ ingestion }, headers) {
      // A stream is slowed down instead.
      if (headers["content-type"]?.startsWith(NDJSON) === true) return;
      refuseCrowdedBody(ingestion, Number(headers["content-length"] ?? 0));
    },
    async handle({ context, sent, query: { detail }, request, spendUsage }) {
      // Who only asks for numbers has no lists kept for it.
      const tally = detail === "counts" ? createIngestTally(0) : createIngestTally(listedOf(sent, context.ingestion));
      if (sent.kind === "stream") {
        await ingestEventStream(context, paced(readNdjson(sent.chunks), spendUsage), tally);
        refuseUnread(tally, "");
      } else {
        const { events, list } = parseEvents(sent, request.headers);
        // The request itself counted as one.
        spendUsage(events.length - 1);
        await ingestSentEvents(context, events, tally);
        refuseUnread(tally, list);
      }
      return detail === "counts" ? tally.counts : tally.lists();
    },
  }),
  route({
    method: "GET",
    path: "/events",
    operationId: "listEvents",
    tag,
    summary: "List usage events",
    description:
      "Three ways. With `page`, `limit`, `filters` and `sort`: in the order in which the events began to count, unless sorted; " +
      "answers `pageCount`.\n\n" +
      "With any of `account`, `eventName`, `from`, `to`, `order` and `cursor`, and `limit`: a walk whose pages all cost the " +
      "same, newest first; answers `nextCursor` in place of `pageCount`. With an account it goes by `timestamp`, else by the " +
      "order in which the events began to count. A page may have fewer items than the limit, or none; the walk is at its " +
      "end when `nextCursor` is null. Events that arrive meanwhile move nothing.\n\n" +
      "With `uniqueId`: the one event with that id, or none. For ids that no path can have, such as `tail` and `unmatched`.",
    scope: "read",
    query: walkParameters,
    list: { fields: USAGE_EVENT_FIELDS },
    status: 200,
    response: record({
      items: Type.Array(event),
      pageCount: Type.Optional(Type.Integer({ description: "Not in a walk." })),
      limit: Type.Integer(),
      nextCursor: Type.Optional(nullable(Type.String({ description: "In a walk only: where the next page begins." }))),
    }),
    async handle({ context, list, query }) {
      const limit = list.limit ?? DEFAULT_LIMIT;
      if (Object.keys(query).length === 0) {
        const page = await listEvents(context, list);
        return { items: page.rows, pageCount: pageCount(page.total, list), limit };
      }
      refusePaging(list);
      if (query.uniqueId !== undefined) {
        refuseOthers(Object.keys(query));
        const found = await findEvent(context, query.uniqueId);
        return { items: found === undefined ? [] : [found], limit, nextCursor: null };
      }
      const { items, nextCursor } = await walkEvents(context, query, limit);
      return { items, limit, nextCursor };
    },
  }),
  route({
    method: "GET",
    path: "/events/unmatched",
    operationId: "readUnmatchedEvents",
    tag,
    summary: "Count the events that count for nothing yet",
    description:
      "Events that were taken but whose account or metric is not there: each counts from the moment it is. By the unknown " +
      "name, the most frequent first, at most 1,000. An event of an unknown account is counted once, as that.\n\n" +
      "Also events of which a metric needs a value and cannot read it (`value_missing`, `value_not_numeric`, " +
      "`value_out_of_range`), by metric and property: each counts once it is amended, or once the metric is changed so that " +
      "it can read it. A missing property is listed only where no metric counts the event.",
    scope: "read",
    status: 200,
    response: record({
      items: Type.Array(unmatchedEvents),
      eventCount: Type.Integer({ description: "All of them together, also those that are not listed." }),
    }),
    handle: ({ context }) => readUnmatchedEvents(context),
  }),
];

/** One event by its id: read, amended, voided (R-EVT-6). */
export const eventCorrectionRoutes = [
  route({
    method: "GET",
    path: "/events/:uniqueId",
    operationId: "getEvent",
    tag,
    summary: "Get a usage event",
    description: "As it was last amended. One that was voided is not found.",
    scope: "read",
    params: byUniqueId,
    status: 200,
    response: event,
    handle: ({ context, params }) => getEvent(context, params.uniqueId),
  }),
  route({
    method: "POST",
    path: "/events/:uniqueId/amend",
    operationId: "amendEvent",
    tag,
    summary: "Amend a usage event",
    description:
      "Puts other members in the place of the event's; those that are not sent stay, and properties are replaced as a whole. " +
      "The id stays: the event sent again as it was first is a duplicate. Usage that was invoiced is corrected on the next " +
      "invoice. The audit log keeps both forms.",
    scope: "write",
    params: byUniqueId,
    bodyForms: [{ mediaType: "application/json", schema: eventAmendment }],
    status: 200,
    response: event,
    handle: ({ context, params, sent }) =>
      amendEvent(context, params.uniqueId, parseAmendment(sent.kind === "text" ? sent.text : "")),
  }),
  route({
    method: "POST",
    path: "/events/:uniqueId/void",
    operationId: "voidEvent",
    tag,
    summary: "Void a usage event",
    description:
      "The event counts no more; its id stays taken. Usage that was invoiced is corrected on the next invoice. Answers the " +
      "event as it was.",
    scope: "write",
    params: byUniqueId,
    status: 200,
    response: event,
    handle: ({ context, params }) => voidEvent(context, params.uniqueId),
  }),
];

/** The lists of a body that came whole are never longer than that. */
function listedOf(sent: SentBody, { streams }: Ingestion): number | undefined {
  return sent.kind === "stream" ? streams.listedCharacters() : undefined;
}

/** A walk knows no pages, and goes in its own order. */
function refusePaging({ page, filters, sort }: ListQuery): void {
  if (page === 1 && filters.length === 0 && sort === null) return;
  const detail =
    "page, filters and sort cannot be used together with uniqueId, account, eventName, from, to, order or cursor.";
  const pointer = page > 1 ? "/page" : sort === null ? "/filters" : "/sort";
  throw new DomainError("invalid_parameter", detail, [{ pointer, code: "not_in_a_walk", detail }]);
}

/** One event is named by its id alone. */
function refuseOthers(names: readonly string[]): void {
  const other = names.find((name) => name !== "uniqueId");
  if (other === undefined) return;
  const detail = `uniqueId names one event and cannot be used together with ${other}.`;
  throw new DomainError("invalid_parameter", detail, [{ pointer: `/${other}`, code: "not_with_unique_id", detail }]);
}
