import { invariant } from "@counterfoil/engine";
import type { Tx } from "../database/tx.ts";
import { unnested } from "../database/unnested.ts";
import type { NewEvent } from "./new-event.ts";
import { ORGANIZATION_NUMBER } from "./organization-number.ts";
import { type TotalledEvent, TotalSums } from "./totals/add-up.ts";
import { beginUsageBatch, MOST_OF_A_BATCH, type UsageBatch } from "./totals/begin-batch.ts";
import { sendEventCosts } from "./event-costs.ts";
import { findMeasuring, type Measuring, unreadableEvents } from "./measuring-metrics.ts";
import type { TotallingsByName } from "./totals/totalling.ts";
import { sendIncrements } from "./totals/send-increments.ts";
import { takeIds } from "./take-ids.ts";
import type { InsertedEvents, StoredEvent, UsageEvent } from "./usage-store.ts";
import { streamIds } from "./usage-streams.ts";

/**
 * Stores new events and what they add to the totals. Returns what is stored under the IDs that were not new, and what
 * the metrics cannot read of the new events. Sends a few statements for any number of events, in two round trips. The
 * second one includes the commit.
 */
export async function insertUsageEvents(
  tx: Tx,
  events: readonly UsageEvent[],
  receivedAt: string,
): Promise<InsertedEvents> {
  invariant(events.length <= MOST_OF_A_BATCH, "a batch has a sequence for each of its events");
  const sent = [beginUsageBatch(tx), takeIds(tx, events), findMeasuring(tx, namesOf(events))] as const;
  await Promise.allSettled(sent);
  // Of several failures the first statement's: those after it only say that the transaction was aborted.
  const [batch, ids, measuring] = [await sent[0], await sent[1], await sent[2]];
  const fresh: NewEvent[] = [];
  const missed: string[] = [];
  const known = new Set(ids.stored.map((event) => event.uniqueId));
  for (const [index, event] of events.entries()) {
    const sequence = batch.firstSequence + index;
    if (ids.taken.has(sequence)) fresh.push({ ...event, sequence });
    else if (!known.has(event.uniqueId)) missed.push(event.uniqueId);
  }
  const stored = missed.length === 0 ? ids.stored : [...ids.stored, ...(await findStoredEvents(tx, missed))];
  await insertRows(tx, fresh, receivedAt, measuring);
  const counted = fresh.flatMap((event) =>
    event.accountId === null ? [] : [{ ...event, accountId: event.accountId }],
  );
  addUp(tx, batch, measuring.totallings, { added: counted });
  return { stored, unreadable: unreadableEvents(measuring.metrics, fresh) };
}

function namesOf(events: readonly { readonly eventName: string }[]): string[] {
  return [...new Set(events.map((event) => event.eventName))];
}

/** Sends the events whose IDs were taken, and what they cost the organization. */
export async function insertRows(
  tx: Tx,
  events: readonly NewEvent[],
  receivedAt: string,
  measuring: Pick<Measuring, "metrics" | "costPrices" | "modelCalls">,
): Promise<void> {
  if (events.length === 0) return;
  const streams = await streamIds(tx, events);
  const rows = events.map(({ sequence, timestamp, uniqueId, properties }, index) => {
    return { sequence, timestamp, streamId: streams[index], uniqueId, properties };
  });
  for (const some of inStatements(rows)) {
    const { source, values } = unnested(some, {
      sequence: "bigint",
      timestamp: "timestamptz",
      streamId: "bigint",
      uniqueId: "text",
      properties: "json",
    });
    tx.send(
      `insert into usage_event (sequence, timestamp, received_at, stream_id, organization_number, unique_id, properties)
       select sequence, timestamp, $7, stream_id, ${ORGANIZATION_NUMBER}, unique_id, properties from ${source}`,
      [tx.organizationId, ...values, receivedAt],
      "insert-usage-events",
    );
  }
  sendEventCosts(tx, { events, streams, receivedAt }, measuring);
}

/**
 * The maximum number of characters in the rows of one statement, because its parameters are copied several times.
 * Nearly always one statement takes all rows.
 */
const STATEMENT_CHARACTERS = 4 * 1024 * 1024;

function* inStatements<Row extends { readonly properties: string }>(rows: readonly Row[]): Generator<readonly Row[]> {
  let from = 0;
  let characters = 0;
  for (const [index, { properties }] of rows.entries()) {
    if (characters > 0 && characters + properties.length > STATEMENT_CHARACTERS) {
      yield rows.slice(from, index);
      [from, characters] = [index, 0];
    }
    characters += properties.length;
  }
  yield from === 0 ? rows : rows.slice(from);
}

/** A separate statement, because only a later statement sees IDs that were committed while the other one ran. */
async function findStoredEvents(tx: Tx, uniqueIds: readonly string[]): Promise<StoredEvent[]> {
  return tx.sql<StoredEvent>(
    `select unique_id, encode(content_hash, 'hex') as content_hash from usage_event_key
     where organization_number = ${ORGANIZATION_NUMBER} and unique_id = any($2)`,
    [tx.organizationId, uniqueIds],
    "find-stored-events",
  );
}

/** An event that counts from the batch on. */
export type CountedEvent = Pick<UsageEvent, "eventName" | "timestamp" | "values"> & {
  readonly accountId: string;
  readonly sequence: number;
};

/**
 * Adds new events to the totals. Marks the buckets of events that no longer count, so that they are measured from the
 * events.
 */
export async function addToTotals(
  tx: Tx,
  batch: Pick<UsageBatch, "lastSequence">,
  added: readonly CountedEvent[],
  ended: readonly CountedEvent[] = [],
): Promise<void> {
  if (added.length === 0 && ended.length === 0) return;
  const { totallings } = await findMeasuring(tx, namesOf([...added, ...ended]));
  addUp(tx, batch, totallings, { added, ended });
}

interface ChangedEvents {
  readonly added: readonly CountedEvent[];
  readonly ended?: readonly CountedEvent[];
}

function addUp(
  tx: Tx,
  { lastSequence }: Pick<UsageBatch, "lastSequence">,
  totallings: TotallingsByName,
  { added, ended = [] }: ChangedEvents,
): void {
  if (totallings.size === 0) return;
  const sums = new TotalSums();
  for (const event of added) {
    const totalled = toTotalled(event);
    for (const totalling of totallings.get(event.eventName) ?? []) sums.add(totalling, totalled);
  }
  for (const event of ended) {
    const totalled = toTotalled(event);
    for (const totalling of totallings.get(event.eventName) ?? []) sums.mark(totalling, totalled);
  }
  sendIncrements(tx, sums.quarters(), lastSequence);
}

function toTotalled({ accountId, timestamp, sequence, values }: CountedEvent): TotalledEvent {
  return { accountId, at: Date.parse(timestamp), sequence, properties: values };
}
