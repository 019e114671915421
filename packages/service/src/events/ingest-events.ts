import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database } from "@counterfoil/storage";
import type { Context } from "../context.ts";
import { type Check, checkEvent } from "./check-event.ts";
import type { CheckedEvent, EventFault, EventOutcome } from "./event.ts";
import { createGroupCommit, type GroupCommit, overloaded, type QueueStanding } from "./group-commit.ts";
import { createIngestTally, type IngestAnswer, type IngestTally } from "./ingest-tally.ts";
import type { Rejections } from "./note-rejections.ts";
import type { SentEvent } from "./sent-event.ts";
import { storeEvents } from "./store-events.ts";
import { createStreamRoom, type StreamRoom } from "./stream-room.ts";

/** The outcomes of events since the process began, and the state of the queue of the others (R-OPS-4). */
export interface IngestionStanding extends QueueStanding {
  readonly stored: number;
  readonly duplicates: number;
  readonly failed: number;
}

/** The event ingestion of a process. Concurrent requests share its transactions. */
export interface Ingestion {
  readonly queue: GroupCommit;
  readonly counts: Record<EventOutcome["kind"], number>;
  readonly streams: StreamRoom;
}

export function createIngestion(database: Database): Ingestion {
  return {
    queue: createGroupCommit((organizationId, events) => storeEvents(database, organizationId, events)),
    counts: { ingested: 0, duplicate: 0, failed: 0 },
    streams: createStreamRoom(),
  };
}

/** The context of a use case that ingests events. */
export interface IngestionContext extends Context {
  readonly ingestion: Ingestion;
  readonly rejections: Rejections;
}

export function ingestionStanding({ queue, counts }: Ingestion): IngestionStanding {
  return { ...queue.standing(), stored: counts.ingested, duplicates: counts.duplicate, failed: counts.failed };
}

/** Refuses a body of events by its length, before it is read, if the queue has no room for it (503). */
export function refuseCrowdedBody({ queue }: Ingestion, bytes: number): void {
  if (queue.isCrowded(bytes)) throw overloaded();
}

/** Ingests unchecked events, and returns all outcomes in lists: see `ingestSentEvents`. */
export async function ingestEvents(context: IngestionContext, sent: readonly unknown[]): Promise<IngestAnswer> {
  const tally = createIngestTally();
  await ingestSentEvents(
    context,
    sent.map((event) => ({ event })),
    tally,
  );
  return tally.lists();
}

/**
 * Ingests the events of a body in any form. Resolves after the commit, with their outcomes in `tally`: an acknowledged
 * event is durable, counts once and is visible to the next read. A bad event is named and does not affect the others.
 * Refuses with a 503 if the database is unavailable or more events wait than can be stored. The same body can then be
 * sent again.
 */
export async function ingestSentEvents(
  context: IngestionContext,
  sent: readonly SentEvent[],
  tally: IngestTally,
): Promise<void> {
  tally.add(sent, await submitEvents(context, sent));
}

/** Checks the events and stores the valid ones. Returns the outcome of each, after the commit. */
export async function submitEvents(context: IngestionContext, sent: readonly SentEvent[]): Promise<EventOutcome[]> {
  const checks = await checkSentEvents(sent, context.clock.now());
  const { queue, counts } = context.ingestion;
  const outcomes = await outcomesOf(checks, (events) => queue.submit(context.organizationId, events));
  for (const { kind } of outcomes) counts[kind] += 1;
  await context.rejections.note(context, sent, outcomes);
  return outcomes;
}

/** Checks events of a body, without their accounts. */
export async function checkSentEvents(sent: readonly SentEvent[], receivedAt: string): Promise<Check[]> {
  const checks: Check[] = [];
  for (const [index, { event, fault, sentAt }] of sent.entries()) {
    // Lets other requests run in between, because checking a body of the maximum size takes too long for others to
    // wait.
    if (index > 0 && index % CHECKED_AT_ONCE === 0) await nextTurn();
    const check = fault === undefined ? checkEvent(event, receivedAt) : { fault };
    checks.push(check.event === undefined || sentAt === undefined ? check : { event: { ...check.event, sentAt } });
  }
  return checks;
}

const CHECKED_AT_ONCE = 500;

/** Stores the valid events with `store`, and returns the outcome of each event. */
export async function outcomesOf(
  checks: readonly Check[],
  store: (events: readonly CheckedEvent[]) => Promise<EventOutcome[]>,
): Promise<EventOutcome[]> {
  const sound = checks.flatMap(({ event }) => event ?? []);
  const stored = (sound.length === 0 ? [] : await store(sound)).values();
  return checks.map((check) => (check.fault === undefined ? next(stored) : failed(check.fault)));
}

function failed(fault: EventFault): EventOutcome {
  return { kind: "failed", fault };
}

function next(outcomes: IterableIterator<EventOutcome>): EventOutcome {
  const { value, done } = outcomes.next();
  if (done === true) throw new Error("broken invariant: an outcome for each event");
  return value;
}
