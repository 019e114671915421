import type { Tx } from "../../database/tx.ts";
import { type Border, findBorder } from "../../history/border.ts";
import { HistoryAway } from "../../history/history-away.ts";
import { readHistory, readHistoryEnds } from "../../history/read-history.ts";
import { milliseconds } from "../../history/walk-history.ts";
import { ORGANIZATION_NUMBER } from "../organization-number.ts";
import { readProperties } from "../read-properties.ts";
import type { EventLimits, EventOfAccount } from "./event-of-account.ts";

const ROWS_PER_FETCH = 5_000;

interface StoredRow {
  at: string;
  sequence: string;
  properties: string;
  endedSequence: string | null;
  isCopied: boolean;
}

/**
 * One account's events with a name, in no order: those up to the border from ClickHouse, the others and later ends from
 * PostgreSQL.
 *
 * @throws HistoryAway if ClickHouse fails, or if its copy was repaired meanwhile
 */
export async function* eventsOfBothStores(
  tx: Tx,
  border: Border,
  of: { readonly accountId: string; readonly eventName: string },
  limits: EventLimits,
): AsyncGenerator<EventOfAccount[]> {
  const through = BigInt(limits.through);
  const ends = new Map<string, bigint>();
  const toEvent = (at: number, sequence: string, properties: string): EventOfAccount => {
    const ended = ends.get(sequence);
    return {
      hasEnded: ended !== undefined && ended <= through,
      accountId: of.accountId,
      at,
      sequence: Number(sequence),
      properties: readProperties(properties),
    };
  };
  for await (const rows of storedRows(tx, border, of, limits)) {
    for (const { sequence, endedSequence } of rows) if (endedSequence !== null) ends.set(sequence, BigInt(endedSequence));
    yield rows
      .filter(({ isCopied }) => !isCopied)
      .map(({ at, sequence, properties }) => toEvent(Number(at), sequence, properties));
  }
  const streams = await tx.sql<{ id: string }>(
    "select id from usage_stream where organization_id = $1 and account_id = $2 and event_name = $3",
    [tx.organizationId, of.accountId, of.eventName],
  );
  const streamIds = streams.map(({ id }) => id);
  if (streamIds.length === 0) return;
  for (const [sequence, ended] of await readHistoryEnds(border, streamIds)) ends.set(sequence, ended);
  const { start = null, end = null } = limits;
  const question = {
    position: 0,
    streamIds,
    start: start === null ? null : BigInt(start) * 1_000n,
    end: end === null ? null : BigInt(end) * 1_000n,
    throughSequence: limits.through,
    readsProperties: true,
  };
  for await (const events of readHistory(border, [question])) {
    yield events.map(({ timestamp, sequence, properties }) => toEvent(milliseconds(timestamp), sequence, properties));
  }
  if ((await findBorder(tx))?.copy !== border.copy) {
    throw new HistoryAway("unavailable", `The copy at ${border.history.name} was repaired meanwhile`);
  }
}

/**
 * Events after the border, and ends after the border of events before it. One statement, so that an amendment is seen as a
 * whole.
 */
async function* storedRows(
  tx: Tx,
  border: Border,
  of: { readonly accountId: string; readonly eventName: string },
  { through, start = null, end = null }: EventLimits,
): AsyncGenerator<StoredRow[]> {
  await tx.sql(
    `declare later_events no scroll cursor for
     select (extract(epoch from timestamp) * 1000)::bigint as at, sequence, properties::text as properties,
       voided_sequence as ended_sequence, sequence <= $7::bigint as is_copied
     from named_usage_event
     where organization_id = $1 and account_id = $2 and event_name = $3 and sequence <= $4::bigint
       and timestamp >= coalesce($5::timestamptz, '-infinity') and timestamp < coalesce($6::timestamptz, 'infinity')
       and (sequence > $7::bigint or (organization_number = ${ORGANIZATION_NUMBER} and voided_sequence > $7::bigint))`,
    [
      tx.organizationId,
      of.accountId,
      of.eventName,
      through,
      start === null ? null : new Date(start).toISOString(),
      end === null ? null : new Date(end).toISOString(),
      border.through,
    ],
  );
  for (;;) {
    const rows = await tx.sql<StoredRow>(`fetch ${ROWS_PER_FETCH} from later_events`);
    yield rows;
    if (rows.length < ROWS_PER_FETCH) break;
  }
  await tx.sql("close later_events");
}
