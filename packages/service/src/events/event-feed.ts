import { setTimeout as pause } from "node:timers/promises";
import {
  currentUsageSequence,
  type Database,
  DatabaseAway,
  newestUsageSequence,
  readNewEvents,
  TransactionConflict,
  type UsageEventRow,
} from "@counterfoil/storage";
import { type Event, toEvent } from "./list-events.ts";

/** An event that began to count, created once for all listeners. */
export interface TailedEvent {
  /** Its place in the order in which events began to count. */
  readonly sequence: string;
  readonly event: Event;
  /** The event as JSON. */
  text(): string;
}

/** A listener that receives events when they begin to count. */
export interface TailListener {
  /** Aborted when the listener leaves. */
  readonly signal: AbortSignal;
  /** Whether the listener may still receive events. Checked before events are sent. */
  isAdmitted(): Promise<boolean>;
  /** Receives events, one by one in the order of their sequence. */
  receive(event: TailedEvent): void;
  /** False while received events wait to be taken. */
  keepsUp(): boolean;
  /** Resolves when it keeps up again, or has left. */
  taken(): Promise<void>;
  /** No more events follow. `cause` is the error, if any. */
  end(cause?: unknown): void;
}

export interface EventFeed {
  /**
   * Resolves when the listener will receive everything that is committed from now on.
   *
   * @param after the sequence after which to begin; null for now.
   */
  join(listener: TailListener, after: string | null): Promise<void>;
}

const LOOK_EVERY_MILLISECONDS = 250;
const LOOK_WITHOUT_DATABASE_MILLISECONDS = 1_000;

/**
 * Looks for new events of one organization while there are listeners, once for all that keep up. A slow listener is
 * read for separately, at its own pace, until it has caught up: it delays no other listener, misses nothing, and holds
 * few events in memory.
 *
 * The first look is one step in an index. Only if there is something new, it gets the cut-off, which waits for open
 * writes: without the cut-off, an event that commits after events with a later sequence would be missed.
 *
 * @param onIdle called when the last listener has left; the feed has then ended.
 */
export function createEventFeed(database: Database, organizationId: string, onIdle: () => void): EventFeed {
  const listeners = new Set<TailListener>();
  /** The number of listeners, including those that still catch up. */
  let members = 0;
  /** Everyone in `listeners` has received the events up to this sequence. */
  let position = "0";
  /** Events are read up to this cut-off before another is requested, because writers wait while a cut-off is made. */
  let cutOff = "0";
  let started: Promise<void> | undefined;

  async function start(): Promise<void> {
    try {
      position = await database.read(organizationId, currentUsageSequence);
    } catch (error) {
      started = undefined;
      throw error;
    }
    void run();
  }

  async function run(): Promise<void> {
    while (members > 0) {
      try {
        const hasMore = await lookForNew();
        if (!hasMore) await pause(LOOK_EVERY_MILLISECONDS);
      } catch (error) {
        // The listener reconnects with the last sequence that it knows, and then gets the error.
        const isPassing = error instanceof DatabaseAway || error instanceof TransactionConflict;
        if (!isPassing) for (const listener of listeners) listener.end(error);
        await pause(LOOK_WITHOUT_DATABASE_MILLISECONDS);
      }
    }
    onIdle();
  }

  async function lookForNew(): Promise<boolean> {
    if (BigInt(cutOff) <= BigInt(position)) {
      const newest = await database.read(organizationId, newestUsageSequence);
      if (BigInt(newest) <= BigInt(position)) return false;
      cutOff = await database.read(organizationId, currentUsageSequence);
    }
    const { events, end } = await readRange(position, cutOff);
    await dismissUnadmitted();
    const before = position;
    position = end;
    for (const listener of listeners) tell(listener, events, before);
    return end !== cutOff;
  }

  /** @param before the sequence up to which the listener has received events. */
  function tell(listener: TailListener, events: readonly TailedEvent[], before: string): void {
    let told = before;
    for (const event of events) {
      if (!listener.keepsUp()) {
        listeners.delete(listener);
        startCatchUp(listener, told);
        return;
      }
      listener.receive(event);
      told = event.sequence;
    }
  }

  async function readRange(after: string, through: string): Promise<{ events: TailedEvent[]; end: string }> {
    const { rows, end } = await database.read(organizationId, (tx) => readNewEvents(tx, after, through));
    return { events: rows.map(toTailed), end };
  }

  async function dismissUnadmitted(): Promise<void> {
    await Promise.all(
      [...listeners].map(async (listener) => {
        if (await listener.isAdmitted()) return;
        listeners.delete(listener);
        listener.end();
      }),
    );
  }

  function startCatchUp(listener: TailListener, after: string): void {
    catchUp(listener, after).catch((error: unknown) => listener.end(error));
  }

  /** Reads as fast as the listener takes events, and then adds it to the listeners. */
  async function catchUp(listener: TailListener, after: string): Promise<void> {
    for (let at = after; BigInt(at) < BigInt(position);) {
      const { events, end } = await readRange(at, position);
      if (!(await listener.isAdmitted())) return listener.end();
      for (const event of events) {
        await listener.taken();
        if (listener.signal.aborted) return;
        listener.receive(event);
      }
      at = end;
    }
    // In the same turn of the event loop in which nothing was found missing.
    if (!listener.signal.aborted) listeners.add(listener);
  }

  return {
    async join(listener, after) {
      if (listener.signal.aborted) return;
      members += 1;
      listener.signal.addEventListener("abort", () => {
        listeners.delete(listener);
        members -= 1;
      });
      started ??= start();
      await started;
      startCatchUp(listener, after ?? position);
    },
  };
}

function toTailed(row: UsageEventRow): TailedEvent {
  const event = toEvent(row);
  let text: string | undefined;
  return { sequence: row.sequence, event, text: () => (text ??= JSON.stringify(event)) };
}
