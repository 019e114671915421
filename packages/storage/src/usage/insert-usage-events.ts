import { invariant } from "@counterfoil/engine";
import type { Tx } from "../database/tx.ts";
import { unnested } from "../database/unnested.ts";
import { TotalSums } from "./totals/add-up.ts";
import { beginUsageBatch, MOST_OF_A_BATCH, type UsageBatch } from "./totals/begin-batch.ts";
import { findTotallings } from "./totals/totalling.ts";
import { type TotalBatch, writeTotals } from "./totals/write-totals.ts";
import type { StoredEvent, UsageEvent } from "./usage-store.ts";

/**
 * Stores new events and what they add to the totals, and answers what is stored under the ids that were not new. A handful of
 * statements for any number of events.
 *
 * Ids are taken in their order, so that two batches with the same ids wait for one another and never deadlock. An id that
 * another transaction is just taking is waited for: after its commit it is known here, after its end without one it is new.
 */
export async function insertUsageEvents(
  tx: Tx,
  events: readonly UsageEvent[],
  receivedAt: string,
): Promise<StoredEvent[]> {
  invariant(events.length <= MOST_OF_A_BATCH, "a batch has a sequence for each of its events");
  const batch = await beginUsageBatch(tx);
  const known = await insertNew(tx, batch, events, receivedAt);
  const stored = known.length === 0 ? [] : await findStoredEvents(tx, known);
  const isKnown = new Set(known);
  await addToTotals(
    tx,
    batch,
    events.flatMap((event, index) =>
      event.accountId === null || isKnown.has(event.uniqueId)
        ? []
        : [{ ...event, accountId: event.accountId, sequence: batch.firstSequence + index }],
    ),
  );
  return stored;
}

/** Answers the ids that were not new. */
async function insertNew(
  tx: Tx,
  { firstSequence }: UsageBatch,
  events: readonly UsageEvent[],
  receivedAt: string,
): Promise<string[]> {
  const rows = events.map((event, index) => ({ ...event, sequence: firstSequence + index }));
  const { source, values } = unnested(rows, {
    uniqueId: "text",
    contentHash: "text",
    accountId: "text",
    accountReference: "text",
    eventName: "text",
    timestamp: "timestamptz",
    properties: "json",
    sequence: "bigint",
  });
  const known = await tx.sql<{ uniqueId: string }>(
    `with given as materialized (select * from ${source}), fresh as (
       insert into usage_event_key (organization_id, unique_id, content_hash, sequence)
       select $1, unique_id, decode(content_hash, 'hex'), sequence from given order by unique_id collate "C"
       on conflict do nothing returning unique_id
     ), stored as (
       insert into usage_event (sequence, timestamp, received_at, organization_id, account_id, account_reference, event_name,
         unique_id, properties)
       select sequence, timestamp, $10, $1, account_id, account_reference, event_name, given.unique_id, properties
       from given join fresh on fresh.unique_id = given.unique_id
     )
     select unique_id from given where not exists (select from fresh where fresh.unique_id = given.unique_id)`,
    [tx.organizationId, ...values, receivedAt],
    "insert-usage-events",
  );
  return known.map((event) => event.uniqueId);
}

/** A statement of its own, for ids that were committed while the other one ran are visible only to a later one. */
async function findStoredEvents(tx: Tx, uniqueIds: readonly string[]): Promise<StoredEvent[]> {
  return tx.sql<StoredEvent>(
    `select unique_id, encode(content_hash, 'hex') as content_hash from usage_event_key
     where organization_id = $1 and unique_id = any($2)`,
    [tx.organizationId, uniqueIds],
    "find-stored-events",
  );
}

/** An event that counts from the batch on. */
export type CountedEvent = Pick<UsageEvent, "eventName" | "timestamp" | "values"> & {
  readonly accountId: string;
  readonly sequence: number;
};

/** Adds new events to the totals, and has the buckets of those that count no more measured from the events. */
export async function addToTotals(
  tx: Tx,
  batch: TotalBatch,
  added: readonly CountedEvent[],
  ended: readonly CountedEvent[] = [],
): Promise<void> {
  const all = [...added, ...ended];
  if (all.length === 0) return;
  const totallings = await findTotallings(tx, [...new Set(all.map((event) => event.eventName))]);
  if (totallings.size === 0) return;
  const sums = new TotalSums();
  const hasEnded = new Set(ended);
  for (const event of all) {
    const { accountId, timestamp, sequence, values } = event;
    const totalled = { accountId, at: Date.parse(timestamp), sequence, properties: values };
    for (const totalling of totallings.get(event.eventName) ?? []) {
      if (hasEnded.has(event)) sums.mark(totalling, totalled);
      else sums.add(totalling, totalled);
    }
  }
  await writeTotals(tx, sums.totals(), batch);
}
