import { setTimeout as pause } from "node:timers/promises";
import { type Database, DatabaseAway, TransactionConflict, type Tx } from "@counterfoil/storage";

/** Something new, created once for all listeners. */
export interface Fed {
  /** Its place in the order of the feed. */
  readonly sequence: string;
}

/** What a feed reads. Sequences are given when rows are written, so rows may become visible in another order. */
export interface FeedSource<Item extends Fed> {
  /** The greatest visible sequence. Cheap: it is asked for often. */
  newest(tx: Tx): Promise<string>;
  /**
   * A sequence up to which everything is committed and visible to the next statement. Waits for what is being written.
   */
  settled(tx: Tx): Promise<string>;
  /** The next items, as many as are read at once. They are complete up to the sequence `end`. */
  read(tx: Tx, after: string, through: string): Promise<{ items: readonly Item[]; end: string }>;
}

/** A listener that receives items when they are committed. */
export interface FeedListener<Item extends Fed> {
  /** Aborted when the listener leaves. */
  readonly signal: AbortSignal;
  /** Whether the listener may still receive items. Checked before items are sent. */
  isAdmitted(): Promise<boolean>;
  /** Receives items, one by one in the order of their sequence. */
  receive(item: Item): void;
  /** False while received items wait to be taken. */
  keepsUp(): boolean;
  /** Resolves when it keeps up again, or has left. */
  taken(): Promise<void>;
  /** No more items follow. `cause` is the error, if any. */
  end(cause?: unknown): void;
}

export interface Feed<Item extends Fed> {
  /**
   * Resolves when the listener will receive everything that is committed from now on.
   *
   * @param after the sequence after which to begin; null for now.
   * @returns the sequence after which it begins.
   */
  join(listener: FeedListener<Item>, after: string | null): Promise<string>;
}

const LOOK_EVERY_MILLISECONDS = 250;
const LOOK_WITHOUT_DATABASE_MILLISECONDS = 1_000;

/**
 * Looks for new items of one organization while there are listeners, once for all that keep up. A slow listener is
 * read for separately, at its own pace, until it has caught up: it delays no other listener, misses nothing, and holds
 * few items in memory.
 *
 * The first look is one step in an index. Only if there is something new, it gets the cut-off, which waits for open
 * writes: without the cut-off, an item that commits after items with a later sequence would be missed.
 *
 * @param onIdle called when the last listener has left; the feed has then ended.
 */
export function createFeed<Item extends Fed>(
  database: Database,
  organizationId: string,
  source: FeedSource<Item>,
  onIdle: () => void,
): Feed<Item> {
  const listeners = new Set<FeedListener<Item>>();
  /** The number of listeners, including those that still catch up. */
  let members = 0;
  /** Everyone in `listeners` has received the items up to this sequence. */
  let position = "0";
  /** Items are read up to this cut-off before another is requested, because making one waits for writers, or lets them wait. */
  let cutOff = "0";
  let started: Promise<void> | undefined;

  async function start(): Promise<void> {
    try {
      position = await database.read(organizationId, source.settled);
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
      const newest = await database.read(organizationId, source.newest);
      if (BigInt(newest) <= BigInt(position)) return false;
      cutOff = await database.read(organizationId, source.settled);
    }
    const { items, end } = await readRange(position, cutOff);
    await dismissUnadmitted();
    const before = position;
    position = end;
    for (const listener of listeners) tell(listener, items, before);
    return end !== cutOff;
  }

  /** @param before the sequence up to which the listener has received items. */
  function tell(listener: FeedListener<Item>, items: readonly Item[], before: string): void {
    let told = before;
    for (const item of items) {
      if (!listener.keepsUp()) {
        listeners.delete(listener);
        startCatchUp(listener, told);
        return;
      }
      listener.receive(item);
      told = item.sequence;
    }
  }

  function readRange(after: string, through: string): Promise<{ items: readonly Item[]; end: string }> {
    return database.read(organizationId, (tx) => source.read(tx, after, through));
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

  function startCatchUp(listener: FeedListener<Item>, after: string): void {
    catchUp(listener, after).catch((error: unknown) => listener.end(error));
  }

  /** Reads as fast as the listener takes items, and then adds it to the listeners. */
  async function catchUp(listener: FeedListener<Item>, after: string): Promise<void> {
    for (let at = after; BigInt(at) < BigInt(position);) {
      const { items, end } = await readRange(at, position);
      if (!(await listener.isAdmitted())) return listener.end();
      for (const item of items) {
        await listener.taken();
        if (listener.signal.aborted) return;
        listener.receive(item);
      }
      at = end;
    }
    // In the same turn of the event loop in which nothing was found missing.
    if (!listener.signal.aborted) listeners.add(listener);
  }

  return {
    async join(listener, after) {
      if (listener.signal.aborted) return after ?? position;
      members += 1;
      listener.signal.addEventListener("abort", () => {
        listeners.delete(listener);
        members -= 1;
      });
      started ??= start();
      await started;
      const begin = after ?? position;
      startCatchUp(listener, begin);
      return begin;
    },
  };
}
