import type { Properties } from "@counterfoil/engine";
import type { Tx } from "../../database/tx.ts";
import { type Border, borderValues, endedSince, inPostgres, openBorder } from "../../history/border.ts";
import { copiedEvents } from "../../history/copied-events.ts";
import { microsecondsOrNull, milliseconds } from "../../history/history-time.ts";
import { readHistoryEnds } from "../../history/read-history.ts";
import { ORGANIZATION_NUMBER } from "../organization-number.ts";
import { readProperties } from "../read-properties.ts";
import type { TotalledEvent } from "./add-up.ts";

const ROWS_PER_FETCH = 5_000;

interface EventRow {
  at: string;
  sequence: string;
  properties: string;
  hasEnded: boolean;
}

/** An event as it was at the sequence up to which events are read: voided or amended by then, or still counting. */
interface EventOfAccount extends TotalledEvent {
  readonly hasEnded: boolean;
}

/** Which events of an account to read. */
interface EventLimits {
  /** Events that began to count by then. Those that ended later still count. */
  readonly through: string;
  /** Milliseconds since 1970-01-01T00:00:00Z, half-open; null for no limit. */
  readonly start?: number | null;
  readonly end?: number | null;
}

/**
 * One account's events with a name, in no order, a few thousand at a time. What is made of them is written meanwhile, so a
 * failure of ClickHouse ends the reading.
 */
export async function* eventsOfAccount(
  tx: Tx,
  of: { readonly accountId: string; readonly eventName: string },
  { through, start = null, end = null }: EventLimits,
): AsyncGenerator<EventOfAccount[]> {
  const limits = { through, start, end };
  const border = await openBorder(tx, { reads: "as_configured", from: toInstant(start) });
  await tx.sql(
    `declare events_of_account no scroll cursor for
     select (extract(epoch from timestamp) * 1000)::bigint as at, sequence, properties::text as properties,
       coalesce(voided_sequence <= $4, false) as has_ended
     from named_usage_event e
     where organization_id = $1 and account_id = $2 and event_name = $3 and sequence <= $4::bigint
       and timestamp >= $5 and timestamp < $6
       and ${inPostgres("$7", "$8")}`,
    [
      tx.organizationId,
      of.accountId,
      of.eventName,
      through,
      toInstant(start) ?? "-infinity",
      toInstant(end) ?? "infinity",
      ...borderValues(border),
    ],
  );
  for (;;) {
    const rows = await tx.sql<EventRow>(`fetch ${ROWS_PER_FETCH} from events_of_account`);
    yield rows.map(({ at, sequence, properties, hasEnded }) => ({
      hasEnded,
      accountId: of.accountId,
      at: Number(at),
      sequence: Number(sequence),
      properties: parsed(properties),
    }));
    if (rows.length < ROWS_PER_FETCH) break;
  }
  await tx.sql("close events_of_account");
  if (border !== null) yield* copiedOfAccount(tx, border, of, limits);
}

/** Those that ClickHouse has. */
async function* copiedOfAccount(
  tx: Tx,
  border: Border,
  { accountId, eventName }: { readonly accountId: string; readonly eventName: string },
  { through, start = null, end = null }: EventLimits,
): AsyncGenerator<EventOfAccount[]> {
  const streams = await tx.sql<{ id: string }>(
    `select id from usage_stream where organization_id = $1 and account_id = $2 and event_name = $3`,
    [tx.organizationId, accountId, eventName],
  );
  const streamIds = streams.map(({ id }) => id);
  const ended = await tx.sql<{ sequence: string; voidedSequence: string }>(
    `select sequence, voided_sequence from usage_event e
     where organization_number = ${ORGANIZATION_NUMBER} and ${endedSince("$2", "$3")} and stream_id = any($4)`,
    [tx.organizationId, ...borderValues(border), streamIds],
  );
  const ends = await readHistoryEnds(border, streamIds);
  for (const { sequence, voidedSequence } of ended) ends.set(sequence, BigInt(voidedSequence));
  const range = {
    streamIds,
    through,
    start: microsecondsOrNull(toInstant(start)),
    end: microsecondsOrNull(toInstant(end)),
    ended: [],
    withEnded: true,
  };
  const columns = { columns: "timestamp, sequence, properties" };
  for await (const rows of copiedEvents<[string, string, string]>(border, range, columns)) {
    yield rows.map(([timestamp, sequence, properties]) => ({
      hasEnded: (ends.get(sequence) ?? LAST_SEQUENCE) <= BigInt(through),
      accountId,
      at: milliseconds(BigInt(timestamp)),
      sequence: Number(sequence),
      properties: parsed(properties),
    }));
  }
}

const LAST_SEQUENCE = 2n ** 63n - 1n;

function toInstant(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

const NONE: Properties = {};

function parsed(text: string): Properties {
  return text === "{}" ? NONE : readProperties(text);
}
