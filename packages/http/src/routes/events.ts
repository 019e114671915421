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
import { event, eventAmendment, ingestAnswer, listedEvent, unmatchedEvents } from "../schemas/event.ts";
import { instantInput, name, nullable, oneOf, record } from "../schemas/schema.ts";

const tag = "Usage";
/** R-API-9. Streamed bodies have no limit. */
const BODY_LIMIT_BYTES = 32 * 1024 * 1024;

/** Page size of a walk, the same as of lists. */
const DEFAULT_LIMIT = 10;

const walkParameters = Type.Object(
  {
    uniqueId: Type.Optional(name("The event with this ID. Cannot be combined with other parameters.")),
    account: Type.Optional(name("ID or alias of an account, or a name that no account has yet.")),
    eventName: Type.Optional(name("Only events with this name.")),
    from: Type.Optional(instantInput),
    to: Type.Optional(instantInput),
    order: Type.Optional(oneOf(["desc", "asc"], "`desc` (the default) returns the newest events first.")),
    cursor: Type.Optional(Type.String({ maxLength: 255, description: "The `nextCursor` of the previous page." })),
  },
  { additionalProperties: false },
);

const byUniqueId = Type.Object({ uniqueId: name("The ID that you gave the event.") }, { additionalProperties: false });

export const eventRoutes = [
  route({
    method: "POST",
    path: "/events",
    operationId: "ingestEvents",
    tag,
    summary: "Send usage events",
    description:
      'Send JSON: `{"events": […]}`, an array, or one event; up to 10,000 events and 32 MiB. Or send NDJSON, one ' +
      "event per line and without a limit: Counterfoil stores the events while they arrive. Or send CloudEvents " +
      "1.0: structured, as a batch, or in binary mode (JSON with `ce-…` headers). All of them may use " +
      "`Content-Encoding: gzip`.\n\nCounterfoil responds after the commit: an ingested event is durable, counts " +
      "once and is included in the next reading. If a `uniqueId` was stored before, the event is a duplicate if " +
      "its content is the same; otherwise it fails as `event_conflict` and the first event stays. `errors` names " +
      "each invalid event; the valid events are stored. If no event in the body could be read, a 422 names what " +
      "is wrong with the fields. After a 5xx or no response, send the same body again.",
    scope: "ingest",
    refusals: ["ingestion_overloaded"],
    query: Type.Object(
      { detail: Type.Optional(oneOf(["lists", "counts"], "`counts` returns numbers instead of lists.")) },
      { additionalProperties: false },
    ),
    bodyForms: eventBodyForms,
    bodyLimit: BODY_LIMIT_BYTES,
    status: 200,
    isRepeatable: true,
    countsUsage: true,
    response: ingestAnswer,
    refuseUnread({ ingestion }, headers) {
      // Streams are throttled instead.
      if (headers["content-type"]?.startsWith(NDJSON) === true) return;
      refuseCrowdedBody(ingestion, Number(headers["content-length"] ?? 0));
    },
    async handle({ context, sent, query: { detail }, request, spendUsage }) {
      // `detail=counts` needs no lists, so none are kept in memory.
      const tally = detail === "counts" ? createIngestTally(0) : createIngestTally(listedOf(sent, context.ingestion));
      if (sent.kind === "stream") {
        await ingestEventStream(context, paced(readNdjson(sent.chunks), spendUsage), tally);
        refuseUnread(tally, "");
      } else {
        const { events, list } = parseEvents(sent, request.headers);
        // The request itself already counted as one event.
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
      "Supports three modes. With `page`, `limit`, `filters` and `sort`, it lists events in the order in which " +
      "they started to count, unless sorted, and returns `pageCount`.\n\nWith any of `account`, `eventName`, " +
      "`from`, `to`, `order` and `cursor`, and optionally `limit`, it walks through the events, newest first, " +
      "and returns `nextCursor` instead of `pageCount`. All pages cost the same. With an account, the order is " +
      "by `timestamp`; otherwise it is the order in which the events started to count. A page may have fewer " +
      "items than the limit, or none: the walk ends when `nextCursor` is null. New events do not shift the " +
      "pages.\n\nWith `uniqueId`, it returns the one event with that ID, or none. Use it for IDs that a path " +
      "cannot contain, such as `tail` and `unmatched`. Only this mode returns the `costs` of the event.",
    scope: "read",
    query: walkParameters,
    list: { fields: USAGE_EVENT_FIELDS },
    status: 200,
    response: record({
      items: Type.Array(listedEvent),
      pageCount: Type.Optional(Type.Integer({ description: "Not present in a walk." })),
      limit: Type.Integer(),
      nextCursor: Type.Optional(
        nullable(Type.String({ description: "Only present in a walk: where the next page starts." })),
      ),
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
    summary: "Count unmatched events",
    description:
      "Counts stored events whose account or metric does not exist yet. Such an event starts to count as soon as " +
      "both exist. Groups the events by the unknown name, most frequent first, at most 1,000. An event of an " +
      "unknown account is counted once, under the account.\n\n" +
      "Also counts events with a value that a metric needs but cannot read (`value_missing`, " +
      "`value_not_numeric`, `value_out_of_range`), by metric and property. Such an event starts to count when " +
      "you amend it, or when you change the metric so that it can read the value. A missing property is listed " +
      "only if no metric counts the event.",
    scope: "read",
    status: 200,
    response: record({
      items: Type.Array(unmatchedEvents),
      eventCount: Type.Integer({ description: "The total number of events, including those that are not listed." }),
    }),
    handle: ({ context }) => readUnmatchedEvents(context),
  }),
];

/** One event by its ID: get, amend, void (R-EVT-6). */
export const eventCorrectionRoutes = [
  route({
    method: "GET",
    path: "/events/:uniqueId",
    operationId: "getEvent",
    tag,
    summary: "Get a usage event",
    description: "Returns the event with its last amendment. A voided event is not found.",
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
      "Replaces fields of the event. Fields that you omit stay, and properties are replaced as a whole. The ID " +
      "stays: if you send the original event again, it is a duplicate. Counterfoil corrects usage that was " +
      "already invoiced on the next invoice. The audit log keeps both forms.",
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
      "The event no longer counts; its ID stays taken. Counterfoil corrects usage that was already invoiced on " +
      "the next invoice. Returns the event as it was, with its costs, which no longer count.",
    scope: "write",
    params: byUniqueId,
    status: 200,
    response: event,
    handle: ({ context, params }) => voidEvent(context, params.uniqueId),
  }),
];

/** The lists of a body that arrived as a whole are bounded by the limits of the body. */
function listedOf(sent: SentBody, { streams }: Ingestion): number | undefined {
  return sent.kind === "stream" ? streams.listedCharacters() : undefined;
}

/** A walk has no page numbers and a fixed order. */
function refusePaging({ page, filters, sort }: ListQuery): void {
  if (page === 1 && filters.length === 0 && sort === null) return;
  const detail =
    "page, filters and sort cannot be combined with uniqueId, account, eventName, from, to, order or cursor.";
  const pointer = page > 1 ? "/page" : sort === null ? "/filters" : "/sort";
  throw new DomainError("invalid_parameter", detail, [{ pointer, code: "not_in_a_walk", detail }]);
}

/** `uniqueId` identifies one event, so it cannot be combined with other parameters. */
function refuseOthers(names: readonly string[]): void {
  const other = names.find((name) => name !== "uniqueId");
  if (other === undefined) return;
  const detail = `uniqueId selects a single event and cannot be combined with ${other}.`;
  throw new DomainError("invalid_parameter", detail, [{ pointer: `/${other}`, code: "not_with_unique_id", detail }]);
}
