import { DomainError } from "../errors/index.ts";
import type { CheckedEvent, EventOutcome } from "./event.ts";

/** How events of many requests are stored together. Every figure was measured (docs/decisions/0008-usage-events.md). */
export interface GroupCommitOptions {
  /** Concurrent transactions. */
  readonly writers: number;
  /** How many events must wait before an organization gets another transaction while one is running. */
  readonly furtherEvents: number;
  /** Events of one transaction. The last request that fits may exceed it. A request is never split. */
  readonly batchEvents: number;
  /** The most events that may wait. A body of the maximum size is always accepted if nothing waits. */
  readonly waitingEvents: number;
  /**
   * The most characters of properties that may wait, which limits memory. One transaction takes up to an eighth of it.
   */
  readonly waitingCharacters: number;
}

const DEFAULTS: GroupCommitOptions = {
  writers: 2,
  furtherEvents: 1_000,
  batchEvents: 5_000,
  waitingEvents: 50_000,
  waitingCharacters: 64 * 1024 * 1024,
};

/**
 * Above this share of the queue, a body that is not small is refused by its length, because reading it costs memory
 * that storing needs.
 */
const CROWDED = 0.8;
const SMALL_BODY_BYTES = 8 * 1024;

export type WriteBatch = (organizationId: string, events: readonly CheckedEvent[]) => Promise<EventOutcome[]>;

/** Requests of one organization that are stored together. */
interface Batch {
  readonly organizationId: string;
  readonly submissions: readonly Submission[];
}

/** Events of one request that wait to be stored. */
interface Submission {
  readonly events: readonly CheckedEvent[];
  readonly characters: number;
  readonly settle: PromiseWithResolvers<EventOutcome[]>;
}

export interface GroupCommit {
  /**
   * Stores the events together with others that wait, and resolves after the commit. Refuses with a 503 if too many
   * wait.
   */
  submit(organizationId: string, events: readonly CheckedEvent[]): Promise<EventOutcome[]>;
  /** Whether a body of this size should be refused unread, because the queue has no room for it. */
  isCrowded(bytes: number): boolean;
  standing(): QueueStanding;
}

/** The current state of a queue. */
export interface QueueStanding {
  readonly waitingEvents: number;
  /** Running transactions. */
  readonly writing: number;
  /** Events refused since the process began because too many waited. */
  readonly refusedEvents: number;
}

/**
 * Group commit: events that arrive while a writer is busy form the next transaction. A lone event is stored at once. A
 * thousand requests with one event each need few transactions, because a few events wait for the running transaction.
 * Organizations take turns and never share a transaction.
 */
export function createGroupCommit(write: WriteBatch, options: Partial<GroupCommitOptions> = {}): GroupCommit {
  const { writers, furtherEvents, batchEvents, waitingEvents, waitingCharacters } = { ...DEFAULTS, ...options };
  /** The waiting submissions by organization, in the order of their turns. */
  const waiting = new Map<string, Submission[]>();
  let eventCount = 0;
  let characterCount = 0;
  let refusedEvents = 0;
  const underWay = new Set<Batch>();
  /** Whether writers start in the next turn. */
  let isStarting = false;

  function submit(organizationId: string, events: readonly CheckedEvent[]): Promise<EventOutcome[]> {
    const characters = events.reduce((sum, event) => sum + event.properties.length, 0);
    const fits = eventCount + events.length <= waitingEvents && characterCount + characters <= waitingCharacters;
    if (!fits && eventCount > 0) {
      refusedEvents += events.length;
      throw overloaded();
    }
    const submission = { events, characters, settle: Promise.withResolvers<EventOutcome[]>() };
    const queue = waiting.get(organizationId);
    if (queue === undefined) waiting.set(organizationId, [submission]);
    else queue.push(submission);
    eventCount += events.length;
    characterCount += characters;
    // In the next turn of the event loop, so that requests that were read together are stored together.
    if (!isStarting) setImmediate(startWriters);
    isStarting = true;
    return submission.settle.promise;
  }

  const isCrowded = (bytes: number): boolean =>
    bytes > SMALL_BODY_BYTES && (eventCount > waitingEvents * CROWDED || characterCount > waitingCharacters * CROWDED);

  function startWriters(): void {
    isStarting = false;
    while (underWay.size < writers) {
      const batch = takeBatch();
      if (batch === undefined) return;
      void writeBatch(batch);
    }
  }

  async function writeBatch(batch: Batch): Promise<void> {
    underWay.add(batch);
    await settleBatch(batch);
    underWay.delete(batch);
    startWriters();
  }

  /**
   * The next organization's turn: as many of its submissions as fit. It goes to the end of the queue if it has more.
   */
  function takeBatch(): Batch | undefined {
    const next = [...waiting].find(([organizationId, queue]) => isDue(organizationId, queue));
    if (next === undefined) return undefined;
    const [organizationId, queue] = next;
    const submissions = new Set<Submission>();
    let [events, characters] = [0, 0];
    for (const submission of inTurn(queue)) {
      if (events >= batchEvents || characters >= waitingCharacters / 8) break;
      submissions.add(submission);
      events += submission.events.length;
      characters += submission.characters;
    }
    waiting.delete(organizationId);
    const rest = queue.filter((submission) => !submissions.has(submission));
    if (rest.length > 0) waiting.set(organizationId, rest);
    eventCount -= events;
    characterCount -= characters;
    return { organizationId, submissions: [...submissions] };
  }

  /** Two small transactions in parallel cost more than one that stores the events of both. */
  function isDue(organizationId: string, queue: readonly Submission[]): boolean {
    if (![...underWay].some((batch) => batch.organizationId === organizationId)) return true;
    let events = 0;
    return queue.some((submission) => (events += submission.events.length) >= furtherEvents);
  }

  async function settleBatch({ organizationId, submissions }: Batch): Promise<void> {
    try {
      const outcomes = await write(
        organizationId,
        submissions.flatMap((submission) => submission.events),
      );
      let start = 0;
      for (const { events, settle } of submissions) {
        settle.resolve(outcomes.slice(start, (start += events.length)));
      }
    } catch (error) {
      for (const { settle } of submissions) settle.reject(error);
    }
  }

  return { submit, isCrowded, standing: () => ({ waitingEvents: eventCount, writing: underWay.size, refusedEvents }) };
}

/**
 * The oldest submission first, so that none waits forever, and then the smallest: a single event goes ahead of large
 * bodies.
 */
function inTurn([oldest, ...others]: readonly Submission[]): Submission[] {
  const bySize = others.toSorted((a, b) => a.events.length - b.events.length);
  return oldest === undefined ? [] : [oldest, ...bySize];
}

export function overloaded(): DomainError {
  return new DomainError(
    "ingestion_overloaded",
    "Too many events are waiting to be stored. None of these events was stored; send them again.",
  );
}
