import type { Tx } from "../database/tx.ts";
import { acrossBorder, type Border, borderValues, endedSince, namedInPostgres } from "../history/border.ts";
import { findCopiedEnds, findCopiedEvents } from "../history/copied-events.ts";
import { reverseEventCosts } from "./event-costs.ts";
import { addToTotals, type CountedEvent, insertRows } from "./insert-usage-events.ts";
import type { UsageEventRow } from "./list-usage-events.ts";
import { findMeasuring } from "./measuring-metrics.ts";
import { ORGANIZATION_NUMBER } from "./organization-number.ts";
import { readProperties } from "./read-properties.ts";
import { beginUsageBatch, type UsageBatch } from "./totals/begin-batch.ts";
import type { UsageEvent } from "./usage-store.ts";

/** A stored event with the members that a correction needs. */
export interface CorrectedEvent extends Omit<UsageEventRow, "properties"> {
  /** JSON text. */
  properties: string;
  sequence: string;
  voidedSequence: string | null;
}

/** A correction in progress: the event in its latest form, voided or not, and the batch in which it changes. */
export interface Correction {
  readonly event: CorrectedEvent;
  readonly batch: UsageBatch;
}

/** The event with an ID in its latest form, voided or not; undefined if the ID was never used. */
export async function findUsageEvent(tx: Tx, uniqueId: string): Promise<CorrectedEvent | undefined> {
  return (await findUsageEvents(tx, [uniqueId]))[0];
}

/**
 * The events with these IDs, each in its latest form. IDs that were never used or whose events were deleted are left
 * out.
 */
export async function findUsageEvents(tx: Tx, uniqueIds: readonly string[]): Promise<CorrectedEvent[]> {
  return acrossBorder(
    tx,
    async (border) => {
      const stored = await tx.sql<CorrectedEvent>(
        `select e.unique_id, e.account_id, e.account_reference, e.event_name, e.properties::text as properties, e.timestamp,
           e.received_at, e.sequence, e.voided_sequence, e.cost
         from usage_event_key k
         join named_usage_event e on e.organization_number = k.organization_number and e.sequence = k.sequence
           and e.unique_id = k.unique_id and ${namedInPostgres("$3", "$4")}
         where k.organization_number = ${ORGANIZATION_NUMBER} and k.unique_id = any($2)`,
        [tx.organizationId, uniqueIds, ...borderValues(border)],
      );
      if (border === null || stored.length === uniqueIds.length) return stored;
      const found = new Set(stored.map(({ uniqueId }) => uniqueId));
      return [
        ...stored,
        ...(await findCopied(
          tx,
          border,
          uniqueIds.filter((id) => !found.has(id)),
        )),
      ];
    },
    { reads: "as_configured" },
  );
}

/** Of IDs whose events are not read from PostgreSQL, the events that ClickHouse has, voided or not. */
async function findCopied(tx: Tx, border: Border, uniqueIds: readonly string[]): Promise<CorrectedEvent[]> {
  const keys = await tx.sql<{ sequence: string; voidedSequence: string | null }>(
    `select k.sequence, (
       select e.voided_sequence from usage_event e
       where e.organization_number = k.organization_number and e.sequence = k.sequence and ${endedSince("$3", "$4")}
     ) as voided_sequence
     from usage_event_key k where k.organization_number = ${ORGANIZATION_NUMBER} and k.unique_id = any($2)`,
    [tx.organizationId, uniqueIds, ...borderValues(border)],
  );
  const sequences = keys.map(({ sequence }) => sequence);
  const ends = new Map(keys.map(({ sequence, voidedSequence }) => [sequence, voidedSequence]));
  for (const [sequence, ended] of await findCopiedEnds(border, sequences)) ends.set(sequence, ended);
  return (await findCopiedEvents(tx, border, sequences, "ended too")).map((event) => {
    return { ...event, voidedSequence: ends.get(event.sequence) ?? null };
  });
}

/**
 * Begins a correction of the event with an ID. No other correction of it can begin until the transaction ends. Returns
 * undefined if the event does not exist, or is of a dropped month.
 */
export async function beginCorrection(tx: Tx, uniqueId: string): Promise<Correction | undefined> {
  const batch = await beginUsageBatch(tx);
  await tx.sql(
    `select from usage_event_key where organization_number = ${ORGANIZATION_NUMBER} and unique_id = $2 for no key update`,
    [tx.organizationId, uniqueId],
  );
  const event = await findUsageEvent(tx, uniqueId);
  if (event === undefined) return undefined;
  // What was dropped can be read, but not changed (R-HIST-3).
  const stored = await tx.sql(
    `select from usage_event where organization_number = ${ORGANIZATION_NUMBER} and sequence = $2 and unique_id = $3`,
    [tx.organizationId, event.sequence, uniqueId],
  );
  return stored.length === 0 ? undefined : { event, batch };
}

/** When an event is corrected. */
export interface CorrectionTimes {
  readonly receivedAt: string;
  /** When its costs change, on the clock of the account. */
  readonly knownAt: string;
}

/**
 * Voids an event, or with `next` replaces its content under the same ID. The change takes effect from a new sequence
 * on: a reading up to an earlier cut-off keeps its result (R-EVT-4, R-EVT-6). Its costs are taken back. Returns the sequence
 * that `next` gets.
 */
export async function correctUsageEvent(
  tx: Tx,
  { event, batch }: Correction,
  next: Omit<UsageEvent, "contentHash"> | null,
  { receivedAt, knownAt }: CorrectionTimes,
): Promise<string> {
  await tx.sql(
    `update usage_event set voided_sequence = $3
     where organization_number = ${ORGANIZATION_NUMBER} and sequence = $2 and unique_id = $4`,
    [tx.organizationId, event.sequence, String(batch.firstSequence), event.uniqueId],
  );
  await reverseEventCosts(tx, { sequence: event.sequence, addedSequence: batch.firstSequence, knownAt });
  const sequence = batch.firstSequence + 1;
  if (next !== null) {
    const row = { ...next, at: Date.parse(next.timestamp), sequence, knownAt };
    await insertRows(tx, [row], receivedAt, await findMeasuring(tx, [next.eventName]));
    await tx.sql(
      `update usage_event_key set sequence = $3 where organization_number = ${ORGANIZATION_NUMBER} and unique_id = $2`,
      [tx.organizationId, next.uniqueId, String(sequence)],
    );
  }
  const ended = counted({ ...event, values: readProperties(event.properties) }, batch.firstSequence);
  const added = next === null ? [] : counted(next, sequence);
  await addToTotals(tx, batch, added, ended);
  return String(sequence);
}

/** Nothing for an event of an unknown account, which does not count yet. */
function counted(
  { accountId, eventName, timestamp, values }: Pick<UsageEvent, "accountId" | "eventName" | "timestamp" | "values">,
  sequence: number,
): CountedEvent[] {
  return accountId === null ? [] : [{ accountId, eventName, at: Date.parse(timestamp), sequence, values }];
}
