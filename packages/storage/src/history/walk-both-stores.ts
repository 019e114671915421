import type { Tx } from "../database/tx.ts";
import { readSentCosts } from "../usage/event-costs.ts";
import { ORGANIZATION_NUMBER } from "../usage/organization-number.ts";
import type { Row } from "../row.ts";
import { type Border, borderValues, endedSince, inPostgres } from "./border.ts";
import { beforeBorder, microseconds } from "./history-time.ts";
import { compareEvents, walkHistory, type WalkedHistoryEvent } from "./walk-history.ts";

/** The next events of an account in both stores, ordered by time and then by sequence. */
export interface BothStoresWalk {
  readonly accountId: string;
  /** Null for every name. */
  readonly eventName: string | null;
  /** Instants, half-open; null for no limit. */
  readonly start: string | null;
  readonly end: string | null;
  readonly order: "asc" | "desc";
  /** The end of the last page; null for the first. */
  readonly after: { readonly timestamp: string; readonly sequence: string } | null;
  /** Events as they counted at this sequence; null for now. */
  readonly throughSequence: string | null;
  readonly limit: number;
}

/** An event with the names of its stream. */
export type WalkedEvent = Omit<WalkedHistoryEvent, "streamId"> &
  Pick<Row<"usageStream">, "accountReference" | "eventName"> & {
    readonly accountId: string;
    /** The cost that was sent with it; null if none was. */
    readonly cost: { amount: string; currency: string } | null;
  };

interface StoredPart {
  streams: { id: string; accountReference: string | null; eventName: string }[];
  /** Sequences of the streams' events before the border that ended after it. */
  ended: string[];
  events: WalkedHistoryEvent[];
}

const LAST_SEQUENCE = (2n ** 63n - 1n).toString();

/** The page is the first `limit` events of the pages of both stores. */
export async function walkBothStores(tx: Tx, border: Border, walk: BothStoresWalk): Promise<WalkedEvent[]> {
  const { streams, ended, events } = await storedPart(tx, border, walk);
  const { start, end, order, after, throughSequence, limit } = walk;
  const before = beforeBorder(border);
  const isAsked = !isPageOfStored(border, walk, events) && (start === null || microseconds(start) < before);
  const copied = !isAsked
    ? []
    : await walkHistory(border, {
        streamIds: streams.map(({ id }) => id),
        start: start === null ? null : microseconds(start),
        end: end === null || microseconds(end) > before ? before : microseconds(end),
        order,
        after: after && { timestamp: microseconds(after.timestamp), sequence: after.sequence },
        throughSequence: throughSequence ?? LAST_SEQUENCE,
        ended,
        limit,
      });
  const names = new Map(streams.map(({ id, accountReference, eventName }) => [id, { accountReference, eventName }]));
  const next = [...events, ...copied]
    .toSorted((a, b) => (order === "asc" ? compareEvents(a, b) : compareEvents(b, a)))
    .slice(0, limit);
  const costs = await readSentCosts(
    tx,
    next.map(({ sequence }) => sequence),
  );
  return next.map(({ streamId, ...event }) => {
    const { accountReference = null, eventName = "" } = names.get(streamId) ?? {};
    return {
      ...event,
      accountId: walk.accountId,
      accountReference,
      eventName,
      cost: costs.get(event.sequence) ?? null,
    };
  });
}

/** Whether the page is full of events that happened later than all of ClickHouse. Then it need not be asked. */
function isPageOfStored(
  border: Border,
  { order, limit }: BothStoresWalk,
  events: readonly WalkedHistoryEvent[],
): boolean {
  const last = order === "desc" ? events.toSorted((a, b) => compareEvents(b, a))[limit - 1] : undefined;
  return last !== undefined && microseconds(last.timestamp) >= beforeBorder(border);
}

/**
 * What PostgreSQL has after the border. One statement, so that an amendment is seen as a whole: the end of the event, and
 * the event that replaces it.
 */
async function storedPart(tx: Tx, border: Border, walk: BothStoresWalk): Promise<StoredPart> {
  const { accountId, eventName, start, end, order, after, throughSequence, limit } = walk;
  const isAfter = order === "desc" ? "<" : ">";
  const first = order === "desc" ? { timestamp: "infinity", sequence: 0 } : { timestamp: "-infinity", sequence: 0 };
  const { timestamp, sequence } = after ?? first;
  const [row] = await tx.sql<{
    streams: StoredPart["streams"] | null;
    ended: string[] | null;
    events: EventJson[] | null;
  }>(
    `with stream as materialized (
       select id, account_reference, event_name from usage_stream
       where organization_id = $1 and account_id = $2 and event_name = coalesce($3, event_name)
     )
     select
       (select json_agg(json_build_object('id', id::text, 'accountReference', account_reference, 'eventName', event_name)) from stream)
         as streams,
       (select array_agg(e.sequence::text) from usage_event e
        where e.organization_number = ${ORGANIZATION_NUMBER} and ${endedSince("$9", "$10")} and e.voided_sequence <= $8
          and e.stream_id in (select id from stream)) as ended,
       (select json_agg(json_build_object('streamId', stream_id::text, 'uniqueId', unique_id, 'timestamp', timestamp,
          'receivedAt', received_at, 'sequence', sequence::text, 'properties', properties::text))
        from (
          select e.* from stream cross join lateral (
            select * from usage_event e
            where stream_id = stream.id and timestamp >= $4 and timestamp < $5 and ${inPostgres("$9", "$10")} and sequence <= $8
              and (voided_sequence is null or voided_sequence > $8) and (timestamp, sequence) ${isAfter} ($6, $7)
            order by timestamp ${order}, sequence ${order} limit $11
          ) as e
        ) as next) as events`,
    [
      tx.organizationId,
      accountId,
      eventName,
      start ?? "-infinity",
      end ?? "infinity",
      timestamp,
      sequence,
      throughSequence ?? LAST_SEQUENCE,
      ...borderValues(border),
      limit,
    ],
  );
  return { streams: row?.streams ?? [], ended: row?.ended ?? [], events: (row?.events ?? []).map(fromJson) };
}

type EventJson = WalkedHistoryEvent;

function fromJson({ timestamp, receivedAt, ...event }: EventJson): WalkedHistoryEvent {
  return { ...event, timestamp: iso(timestamp), receivedAt: iso(receivedAt) };
}

/** From JSON's form of an instant, `2024-01-31T08:00:00.5+00:00`. */
function iso(text: string): string {
  return new Date(Date.parse(text)).toISOString();
}
