import type { Tx } from "../database/tx.ts";
import { insertMissingCosts } from "./event-costs.ts";
import { addToTotals } from "./insert-usage-events.ts";
import { lockAccountNames } from "./lock-account-names.ts";
import { findMeasuring } from "./measuring-metrics.ts";
import { ORGANIZATION_NUMBER } from "./organization-number.ts";
import { readProperties } from "./read-properties.ts";
import { beginUsageBatch, type UsageBatch } from "./totals/begin-batch.ts";
import { findUnmatchedStreams, streamIds } from "./usage-streams.ts";

const ROWS_PER_FETCH = 5_000;

/**
 * Assigns the unmatched events stored under one of these names to an account. Returns how many. They get a new
 * sequence, because they begin to count now: a reading up to an earlier cut-off keeps its result.
 * @param boundAt on the clock of the account: when their costs become known
 */
export async function bindUsageEvents(
  tx: Tx,
  accountId: string,
  names: readonly string[],
  boundAt: string,
): Promise<number> {
  await lockAccountNames(tx, names, "alone");
  const waiting = await findUnmatchedStreams(tx, names);
  // Nothing was ever stored under these names, and until the commit nothing is.
  if (waiting.length === 0) return 0;
  const batch = await beginUsageBatch(tx);
  const next = await streamIds(
    tx,
    waiting.map(({ accountReference, eventName }) => {
      return { accountId, accountReference: accountReference === accountId ? null : accountReference, eventName };
    }),
  );
  // A separate batch for each event, because there may be more events than a batch has sequences; in the order in which
  // they arrived.
  const [row] = await tx.sql<{ bound: string }>(
    `with kept as materialized (
       select e.timestamp, e.sequence as before, nextval('usage_batch') * 65536 + 65535 as sequence, e.next from (
         select timestamp, sequence, streams.next from unnest($2::bigint[], $3::bigint[]) as streams (waiting, next)
         join usage_event on stream_id = streams.waiting and organization_number = ${ORGANIZATION_NUMBER} order by sequence
       ) as e
     ), bound as (
       update usage_event e set stream_id = kept.next, sequence = kept.sequence
       from kept
       where e.organization_number = ${ORGANIZATION_NUMBER} and e.sequence = kept.before and e.timestamp = kept.timestamp
       returning e.unique_id, e.sequence, e.voided_sequence
     ), keyed as (
       update usage_event_key k set sequence = bound.sequence from bound
       where k.organization_number = ${ORGANIZATION_NUMBER} and k.unique_id = bound.unique_id
         and bound.voided_sequence is null
     ), costed as (
       update event_cost c set stream_id = kept.next, sequence = kept.sequence, added_sequence = kept.sequence,
         recorded_at = greatest(recorded_at, $4)
       from kept where c.organization_number = ${ORGANIZATION_NUMBER} and c.sequence = kept.before
     )
     select count(*) filter (where voided_sequence is null) as bound from bound`,
    [tx.organizationId, waiting.map((stream) => stream.id), next, boundAt],
  );
  const bound = Number(row?.bound ?? 0);
  if (bound > 0) await addBound(tx, accountId, batch, boundAt);
  return bound;
}

interface BoundRow {
  eventName: string;
  timestamp: string;
  sequence: string;
  streamId: string;
  properties: string;
}

/**
 * The events that were just bound: the account's events after the batch with a sequence that only bound events have.
 */
async function addBound(tx: Tx, accountId: string, batch: UsageBatch, boundAt: string): Promise<void> {
  await tx.sql(
    `declare bound_events no scroll cursor for
     select s.event_name, e.timestamp, e.sequence, e.stream_id, e.properties::text as properties
     from usage_event e join usage_stream s on s.id = e.stream_id
     where e.organization_number = ${ORGANIZATION_NUMBER} and e.sequence > $2 and e.sequence & 65535 = 65535
       and s.account_id = $3 and e.voided_sequence is null`,
    [tx.organizationId, String(batch.firstSequence), accountId],
  );
  for (;;) {
    const rows = await tx.sql<BoundRow>(`fetch ${ROWS_PER_FETCH} from bound_events`);
    const lastSequence = rows.reduce((highest, row) => Math.max(highest, Number(row.sequence)), batch.lastSequence);
    await addToTotals(
      tx,
      { lastSequence },
      rows.map((row) => ({
        accountId,
        eventName: row.eventName,
        at: Date.parse(row.timestamp),
        sequence: Number(row.sequence),
        values: readProperties(row.properties),
      })),
    );
    await addCosts(tx, rows, boundAt);
    if (rows.length < ROWS_PER_FETCH) break;
  }
  await tx.sql("close bound_events");
}

/** Events that were stored before their cost prices get their costs now. */
async function addCosts(tx: Tx, rows: readonly BoundRow[], recordedAt: string): Promise<void> {
  const measuring = await findMeasuring(tx, [...new Set(rows.map(({ eventName }) => eventName))]);
  const events = rows.map(({ eventName, timestamp, sequence, streamId, properties }) => {
    const place = { sequence, addedSequence: Number(sequence), streamId, timestamp, recordedAt };
    return { place, eventName, values: readProperties(properties) };
  });
  insertMissingCosts(tx, events, measuring);
}
