import { DomainError } from "../errors/index.ts";
import type { CheckedEvent, EventOutcome } from "./event.ts";

/** How events of many requests are stored together; every figure was measured (docs/decisions/0008-usage-events.md). */
export interface GroupCommitOptions {
  /** Transactions at a time. */
  readonly writers: number;
  /** Events that must wait for an organization to have a further transaction beside one that is under way. */
  readonly furtherEvents: number;
  /** Events of one transaction; the last request that fits under it may go beyond. A request is never cut. */
  readonly batchEvents: number;
  /** Events that may wait. A body of the largest size is always taken when nothing waits. */
  readonly waitingEvents: number;
  /** Characters of properties that may wait, and of one transaction an eighth of it: bounds the memory. */
  readonly waitingCharacters: number;
}

const DEFAULTS: GroupCommitOptions = {
  writers: 2,
  furtherEvents: 1_000,
  batchEvents: 5_000,
  waitingEvents: 50_000,
  waitingCharacters: 64 * 1024 * 1024,
};

/** Above so much of what may wait, a body that is not small is refused by its length: to read it costs what storing would need. */
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
  /** Stores the events with whatever else waits; answers after the commit. Refuses with a 503 when too much waits. */
  submit(organizationId: string, events: readonly CheckedEvent[]): Promise<EventOutcome[]>;
  /** Whether a body of so many bytes is not worth reading: it would find no room. */
  isCrowded(bytes: number): boolean;
  standing(): QueueStanding;
}

/** How a queue stands now. */
export interface QueueStanding {
  readonly waitingEvents: number;
  /** Transactions under way. */
  readonly writing: number;
  /** Events that were refused since the process began because too much waited. */
  readonly refusedEvents: number;
}

/**
 * Group commit: while a writer is busy, what arrives is collected, and becomes the next transaction. A lone event is stored
 * at once; a thousand requests of one event cost few transactions, for a few events wait for the one that is under way.
 * Organizations take turns and never share one.
 */
export function createGroupCommit(write: WriteBatch, options: Partial<GroupCommitOptions> = {}): GroupCommit {
  const { writers, furtherEvents, batchEvents, waitingEvents, waitingCharacters } = { ...DEFAULTS, ...options };
  /** What waits, by organization, in the order of their turns. */
  const waiting = new Map<string, Submission[]>();
  let eventCount = 0;
  let characterCount = 0;
  let refusedEvents = 0;
  const underWay = new Set<Batch>();

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
    // In the next turn of the loop, so that requests that were read together are stored together.
    setImmediate(startWriters);
    return submission.settle.promise;
  }

  const isCrowded = (bytes: number): boolean =>
    bytes > SMALL_BODY_BYTES && (eventCount > waitingEvents * CROWDED || characterCount > waitingCharacters * CROWDED);

  function startWriters(): void {
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

  /** The next organization's turn: as many of its submissions as fit; it goes to the end when it has more. */
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

  /** Small transactions side by side cost more than one that takes what both would. */
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

/** The oldest, so that none waits for ever, and then the smallest: a single event goes ahead of large bodies. */
function inTurn([oldest, ...others]: readonly Submission[]): Submission[] {
  const bySize = others.toSorted((a, b) => a.events.length - b.events.length);
  return oldest === undefined ? [] : [oldest, ...bySize];
}

export function overloaded(): DomainError {
  return new DomainError("ingestion_overloaded", "More events arrive than can be stored. None of these was taken.");
}
