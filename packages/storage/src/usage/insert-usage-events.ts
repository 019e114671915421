import { invariant } from "@counterfoil/engine";
import { bigintArray, documentArray, instantArray, textArray } from "../database/binary-array.ts";
import type { Tx } from "../database/tx.ts";
import type { NewEvent } from "./new-event.ts";
import { ORGANIZATION_NUMBER } from "./organization-number.ts";
import { TotalSums } from "./totals/add-up.ts";
import { beginUsageBatch, MOST_OF_A_BATCH, type UsageBatch } from "./totals/begin-batch.ts";
import { sendEventCosts } from "./event-costs.ts";
import { findMeasuring, type Measuring, unreadableEvents } from "./measuring-metrics.ts";
import type { TotallingsByName } from "./totals/totalling.ts";
import { sendIncrements } from "./totals/send-increments.ts";
import { takeIds } from "./take-ids.ts";
import type { InsertedEvents, UsageEvent } from "./usage-store.ts";
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
  for (const [index, event] of events.entries()) {
    if (!ids.known.has(index)) fresh.push(newEvent(event, batch.firstSequence + index));
  }
  await insertRows(tx, fresh, receivedAt, measuring);
  addUp(tx, batch, measuring.totallings, { added: fresh });
  return {
    stored: ids.stored,
    unreadable: unreadableEvents(measuring.metrics, fresh),
    lastSequence: String(batch.lastSequence),
  };
}

/** Written out: a spread would copy each member by its name, for each event. */
function newEvent(event: UsageEvent, sequence: number): NewEvent {
  return {
    uniqueId: event.uniqueId,
    accountId: event.accountId,
    accountReference: event.accountReference,
    eventName: event.eventName,
    properties: event.properties,
    values: event.values,
    timestamp: event.timestamp,
    at: Date.parse(event.timestamp),
    cost: event.cost,
    knownAt: event.knownAt,
    sequence,
  };
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
  for (const { from, to } of inStatements(events)) {
    const some = from === 0 && to === events.length ? events : events.slice(from, to);
    tx.send(
      `insert into usage_event (sequence, timestamp, received_at, stream_id, organization_number, unique_id, properties)
       select sequence, timestamp, $7, stream_id, ${ORGANIZATION_NUMBER}, unique_id, properties
       from unnest($2::bigint[], $3::timestamptz[], $4::bigint[], $5::text[], $6::json[])
         as given (sequence, timestamp, stream_id, unique_id, properties)`,
      [
        tx.organizationId,
        bigintArray(some.map(({ sequence }) => sequence)),
        instantArray(some.map(({ at }) => at)),
        bigintArray(streams.slice(from, to).map(Number)),
        textArray(some.map(({ uniqueId }) => uniqueId)),
        documentArray(
          "json",
          some.map(({ properties }) => properties),
        ),
        receivedAt,
      ],
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

function* inStatements(rows: readonly { readonly properties: string }[]): Generator<{ from: number; to: number }> {
  let from = 0;
  let characters = 0;
  for (const [index, { properties }] of rows.entries()) {
    if (characters > 0 && characters + properties.length > STATEMENT_CHARACTERS) {
      yield { from, to: index };
      [from, characters] = [index, 0];
    }
    characters += properties.length;
  }
  yield { from, to: rows.length };
}

/** An event that counts from the batch on. */
export type CountedEvent = Pick<NewEvent, "eventName" | "at" | "values" | "sequence"> & { readonly accountId: string };

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
  /** Those without an account do not count yet. */
  readonly added: readonly (Omit<CountedEvent, "accountId"> & { readonly accountId: string | null })[];
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
  for (const { accountId, eventName, at, sequence, values } of added) {
    const counting = accountId === null ? undefined : totallings.get(eventName);
    if (accountId === null || counting === undefined) continue;
    const totalled = { accountId, at, sequence, properties: values };
    for (const totalling of counting) sums.add(totalling, totalled);
  }
  for (const { accountId, eventName, at, sequence, values } of ended) {
    const totalled = { accountId, at, sequence, properties: values };
    for (const totalling of totallings.get(eventName) ?? []) sums.mark(totalling, totalled);
  }
  sendIncrements(tx, sums.quarters(), lastSequence);
}
