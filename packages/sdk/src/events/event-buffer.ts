import type { UsageEventInput } from "../generated/types.gen.ts";
import { deliverEvents, type EventIntake, type Refusal } from "./deliver-events.ts";
import { createGate, noLongerThan } from "./gate.ts";
import { completeEvent, type NewUsageEvent } from "./new-event.ts";

export interface EventBufferOptions {
  /** The server has looked at an event and will never count it: an id that stands for another event, a time in the future. */
  readonly onRejected: (event: UsageEventInput, refusal: Refusal) => void;
  /** An attempt failed and is made again: for your log. */
  readonly onFailure?: (error: unknown) => void;
  /** Events of one request; 1,000 unless told, at most 10,000. */
  readonly batchEvents?: number;
  /** How long an event waits for others to go with it; 1,000 unless told. */
  readonly flushMilliseconds?: number;
  /** Events that wait or are under way; 10,000 unless told. */
  readonly capacity?: number;
}

/** Events on their way to the server, kept in memory: what a process that dies has not sent is lost (see the spool for Node). */
export interface EventBuffer {
  /** Resolves when the event has a place in the buffer, so that who awaits it goes no faster than the server takes. */
  send(event: NewUsageEvent): Promise<void>;
  /** False, and nothing is kept, where the buffer is full. */
  trySend(event: NewUsageEvent): boolean;
  /** Sends without waiting for more; resolves when the server has answered for all that was sent before. */
  flush(): Promise<void>;
  /**
   * Takes no more, sends what there is, and answers what could not be sent in the time: nothing, unless the server is away.
   * @param timeoutMilliseconds 30,000 unless told
   */
  close(timeoutMilliseconds?: number): Promise<readonly UsageEventInput[]>;
  /** Events that the server has not answered for. */
  readonly size: number;
}

interface Waiting {
  readonly event: UsageEventInput;
  readonly text: string;
}

const LARGEST_BATCH_EVENTS = 10_000;
/** Of text, which is up to three bytes a character: far below the 32 MiB that a request may have. */
const BATCH_CHARACTERS = 4 * 1024 * 1024;
const CLOSE_MILLISECONDS = 30_000;

/**
 * Collects events and sends them in batches, one batch at a time and in order.
 *
 *     const usage = createEventBuffer(client.events, { onRejected: (event, why) => log.warn(why, event) });
 *     await usage.send({ account: "acme", eventName: "api_call", properties: { tokens: 1_200 } });
 *     await usage.close();
 */
export function createEventBuffer(intake: EventIntake, options: EventBufferOptions): EventBuffer {
  const { onRejected, onFailure = () => undefined, flushMilliseconds = 1_000, capacity = 10_000 } = options;
  const batchEvents = Math.min(options.batchEvents ?? 1_000, LARGEST_BATCH_EVENTS, capacity);
  const waiting: Waiting[] = [];
  const aborted = new AbortController();
  /** Opened when there is room, and when a batch is full or wanted. */
  const released = createGate();
  const wanted = createGate();
  let underWay: readonly Waiting[] = [];
  let askers = 0;
  let isClosed = false;
  let running: Promise<void> | null = null;

  const size = () => waiting.length + underWay.length;

  /** What a callback of the program throws stops no other event. */
  function tellRejected({ event }: Waiting, refusal: Refusal): void {
    try {
      onRejected(event, refusal);
    } catch (error) {
      onFailure(error);
    }
  }

  async function run(): Promise<void> {
    while (waiting.length > 0 && !aborted.signal.aborted) {
      if (waiting.length < batchEvents && askers === 0 && !isClosed)
        await noLongerThan(flushMilliseconds, wanted.wait());
      underWay = takeBatch(waiting, batchEvents);
      await deliverEvents(underWay, {
        intake,
        signal: aborted.signal,
        onRejected: tellRejected,
        onFailure,
      });
      underWay = [];
      released.open();
    }
  }

  function start(): void {
    // Only an abort ends it before all is sent, and then `close` tells what is left.
    running ??= run()
      .catch((error: unknown) => {
        if (!aborted.signal.aborted) onFailure(error);
      })
      .finally(() => {
        running = null;
        released.open();
        if (waiting.length > 0 && !aborted.signal.aborted) start();
      });
  }

  function trySend(event: NewUsageEvent): boolean {
    if (isClosed) throw new Error("The buffer is closed.");
    if (size() >= capacity) return false;
    const complete = completeEvent(event);
    waiting.push({ event: complete, text: JSON.stringify(complete) });
    if (waiting.length >= batchEvents) wanted.open();
    start();
    return true;
  }

  async function flush(): Promise<void> {
    askers += 1;
    wanted.open();
    // What comes while we wait is sent as well, but not waited for.
    const last = waiting.at(-1) ?? underWay.at(-1);
    while (last !== undefined && (waiting.includes(last) || underWay.includes(last)) && !aborted.signal.aborted) {
      await released.wait();
    }
    askers -= 1;
  }

  return {
    trySend,
    async send(event) {
      while (!trySend(event)) await released.wait();
    },
    flush,
    async close(timeoutMilliseconds = CLOSE_MILLISECONDS) {
      isClosed = true;
      released.open();
      await noLongerThan(timeoutMilliseconds, flush());
      aborted.abort(new Error("The buffer was closed."));
      await running;
      return [...underWay, ...waiting].map(({ event }) => event);
    },
    get size() {
      return size();
    },
  };
}

/** The first events, as many as one request may hold, and at least one. */
function takeBatch(waiting: Waiting[], batchEvents: number): Waiting[] {
  let characters = 0;
  let count = 0;
  for (const { text } of waiting) {
    characters += text.length;
    if (count > 0 && (count >= batchEvents || characters > BATCH_CHARACTERS)) break;
    count += 1;
  }
  return waiting.splice(0, count);
}
