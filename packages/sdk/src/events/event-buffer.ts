import type { UsageEventInput } from "../generated/types.gen.ts";
import { deliverEvents, type EventIntake, type Refusal } from "./deliver-events.ts";
import { createGate, noLongerThan } from "./gate.ts";
import { completeEvent, type NewUsageEvent } from "./new-event.ts";

export interface EventBufferOptions {
  /**
   * The server rejected an event for good: for example, its ID belongs to another event, or its time is in the future.
   */
  readonly onRejected: (event: UsageEventInput, refusal: Refusal) => void;
  /** An attempt failed and will be repeated. Use it for logging. */
  readonly onFailure?: (error: unknown) => void;
  /** Maximum events per request; 1,000 by default, at most 10,000. */
  readonly batchEvents?: number;
  /** Milliseconds that an event waits for others in its batch; 1,000 by default. */
  readonly flushMilliseconds?: number;
  /** Maximum number of events that wait or are being sent; 10,000 by default. */
  readonly capacity?: number;
}

/** Sends events from memory. If the process dies, unsent events are lost; in Node, the spool avoids that. */
export interface EventBuffer {
  /** Resolves when the event is in the buffer. Await it, so that you do not send faster than the server accepts. */
  send(event: NewUsageEvent): Promise<void>;
  /** Returns false, and discards the event, if the buffer is full. */
  trySend(event: NewUsageEvent): boolean;
  /** Sends immediately. Resolves when the server has answered for all events sent before. */
  flush(): Promise<void>;
  /**
   * Accepts no more events, sends the rest, and returns the events that could not be sent in time: none, unless the
   * server is unavailable.
   * @param timeoutMilliseconds 30,000 by default
   */
  close(timeoutMilliseconds?: number): Promise<readonly UsageEventInput[]>;
  /** The number of events that the server has not answered for. */
  readonly size: number;
}

interface Waiting {
  readonly event: UsageEventInput;
  readonly text: string;
}

const LARGEST_BATCH_EVENTS = 10_000;
/** In characters of up to three bytes each: far below the limit of 32 MiB per request. */
const BATCH_CHARACTERS = 4 * 1024 * 1024;
const CLOSE_MILLISECONDS = 30_000;

/**
 * Collects events and sends them in batches, in order, one batch at a time.
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
  /** Opened when there is room, and when a batch is full or requested. */
  const released = createGate();
  const wanted = createGate();
  let underWay: readonly Waiting[] = [];
  let askers = 0;
  let isClosed = false;
  let running: Promise<void> | null = null;

  const size = () => waiting.length + underWay.length;

  /** An exception in a callback must not stop other events. */
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
    // Only an abort ends it before all is sent; `close` then returns the rest.
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
    // Events that arrive meanwhile are sent too, but not awaited.
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

/** Removes and returns the first events, as many as one request may hold, but at least one. */
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
