import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database } from "@counterfoil/storage";
import type { Context } from "../context.ts";
import { type Check, checkEvent } from "./check-event.ts";
import type { CheckedEvent, EventFault, EventOutcome } from "./event.ts";
import { createGroupCommit, type GroupCommit, overloaded, type QueueStanding } from "./group-commit.ts";
import { createIngestTally, type IngestAnswer, type IngestTally } from "./ingest-tally.ts";
import { noteRejections } from "./note-rejections.ts";
import type { SentEvent } from "./sent-event.ts";
import { storeEvents } from "./store-events.ts";

/** What became of events since the process began, and how the queue of the others stands (R-OPS-4). */
export interface IngestionStanding extends QueueStanding {
  readonly stored: number;
  readonly duplicates: number;
  readonly failed: number;
}

interface Ingestion {
  readonly queue: GroupCommit;
  readonly counts: Record<EventOutcome["kind"], number>;
}

/** One queue for each pool of connections: requests that share the pool share its transactions. */
const ingestions = new WeakMap<Database, Ingestion>();

function ingestionOf(database: Database): Ingestion {
  const known = ingestions.get(database);
  if (known !== undefined) return known;
  const made = {
    queue: createGroupCommit((organizationId, events) => storeEvents(database, organizationId, events)),
    counts: { ingested: 0, duplicate: 0, failed: 0 },
  };
  ingestions.set(database, made);
  return made;
}

export function ingestionStanding(database: Database): IngestionStanding {
  const { queue, counts } = ingestionOf(database);
  return { ...queue.standing(), stored: counts.ingested, duplicates: counts.duplicate, failed: counts.failed };
}

/** Refuses a body of events by its length, before it is read, while so much waits that it would find no room (503). */
export function refuseCrowdedBody(database: Database, bytes: number): void {
  if (ingestionOf(database).queue.isCrowded(bytes)) throw overloaded();
}

/** Takes events that were not checked yet, and answers with all of them in lists: see `ingestSentEvents`. */
export async function ingestEvents(context: Context, sent: readonly unknown[]): Promise<IngestAnswer> {
  const tally = createIngestTally();
  await ingestSentEvents(
    context,
    sent.map((event) => ({ event })),
    tally,
  );
  return tally.lists();
}

/**
 * Takes the events of a body in any form. Resolves after the commit, with their outcomes in `tally`: an answered event is
 * durable, counts once and is seen by the next reading. A bad event is named and harms no other. Refuses with a 503 while the
 * database is away or more waits than can be stored; then the same body can be sent again.
 */
export async function ingestSentEvents(
  context: Context,
  sent: readonly SentEvent[],
  tally: IngestTally,
): Promise<void> {
  tally.add(sent, await submitEvents(context, sent));
}

/** Checks the events and stores those that are sound. Answers what became of each, after the commit. */
export async function submitEvents(context: Context, sent: readonly SentEvent[]): Promise<EventOutcome[]> {
  const receivedAt = context.clock.now();
  const checks: Check[] = [];
  for (const [index, one] of sent.entries()) {
    // Others come between: to check a body of the largest size takes longer than anybody should wait.
    if (index > 0 && index % CHECKED_AT_ONCE === 0) await nextTurn();
    const { fault } = one;
    checks.push(fault === undefined ? checkEvent(one.event, receivedAt) : { fault });
  }
  const sound = checks.flatMap((check): CheckedEvent[] => ("event" in check && check.event ? [check.event] : []));
  const { queue, counts } = ingestionOf(context.database);
  const stored = (sound.length === 0 ? [] : await queue.submit(context.organizationId, sound)).values();
  const outcomes = checks.map((check) => (check.fault === undefined ? next(stored) : failed(check.fault)));
  for (const { kind } of outcomes) counts[kind] += 1;
  await noteRejections(context, sent, outcomes);
  return outcomes;
}

const CHECKED_AT_ONCE = 500;

function failed(fault: EventFault): EventOutcome {
  return { kind: "failed", fault };
}

function next(outcomes: IterableIterator<EventOutcome>): EventOutcome {
  const { value, done } = outcomes.next();
  if (done === true) throw new Error("broken invariant: an outcome for each event");
  return value;
}
