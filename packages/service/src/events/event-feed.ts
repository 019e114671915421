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

/** An event that began to count, made once for all who are told of it. */
export interface TailedEvent {
  /** Its place in the order in which events began to count. */
  readonly sequence: string;
  readonly event: Event;
  /** The event as JSON. */
  text(): string;
}

/** Somebody who is told of events as they begin to count. */
export interface TailListener {
  /** Aborted when nobody listens any more. */
  readonly signal: AbortSignal;
  /** Whether it may still be told; asked before anything is. */
  isAdmitted(): Promise<boolean>;
  /** Takes events, one by one in the order of their sequence. */
  receive(event: TailedEvent): void;
  /** False while more was received than was taken. */
  keepsUp(): boolean;
  /** Resolves when it keeps up again, or is gone. */
  taken(): Promise<void>;
  /** Nothing more will come; with what went wrong, if anything did. */
  end(cause?: unknown): void;
}

export interface EventFeed {
  /**
   * Resolves when the listener will be told of all that is committed from now on.
   *
   * @param after the sequence after which to begin; null for now.
   */
  join(listener: TailListener, after: string | null): Promise<void>;
}

const LOOK_EVERY_MILLISECONDS = 250;
const LOOK_WITHOUT_DATABASE_MILLISECONDS = 1_000;

/**
 * Looks for new events of one organization while anybody listens, once for all who keep up. Who does not is read for alone, at
 * its own pace, until it has caught up: it holds up nobody, misses nothing, and holds few events in memory.
 *
 * The first look is one step in an
 * index; only when there is something new is the cut-off asked for, which waits for what is being written: without it an event
 * that commits behind its sequence would be missed.
 *
 * @param onIdle called when nobody listens any more; the feed has then ended.
 */
export function createEventFeed(database: Database, organizationId: string, onIdle: () => void): EventFeed {
  const listeners = new Set<TailListener>();
  /** Listeners and those that still read what they missed. */
  let members = 0;
  /** Up to here everybody in `listeners` was told. */
  let position = "0";
  /** The cut-off up to which events are read before another is asked for: writers wait while it is made. */
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
        // Who listens comes back with the last sequence that it knows, and finds out what is wrong.
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

  /** @param before the sequence up to which the listener was told. */
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

  /** Reads as fast as the listener takes it, and leaves it among the listeners. */
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
    // In the same turn in which nothing was found missing.
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
