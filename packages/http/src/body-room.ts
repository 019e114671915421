import { getHeapStatistics } from "node:v8";

/** How many bytes of bodies one process holds at one time. */
export interface BodyRoomLimits {
  /** Of bodies above `SMALL_BODY_BYTES`, together. One body always fits when no other is there. */
  readonly largeBytes: number;
  /** Of all others: large bodies never take their place. */
  readonly smallBytes: number;
  /** For how long a body waits for its turn before it is refused. */
  readonly waitMilliseconds: number;
  /** Bodies that may wait. Their bytes stay with their senders. */
  readonly most: number;
}

export const SMALL_BODY_BYTES = 64 * 1024;
/** Bodies that wait for more room while their beginning is in memory, where nothing counts it: up to 1 MiB each. */
const MOST_GROWING = 32;
/** The largest body that any route takes. Less room than one of them would refuse it for ever. */
const LARGEST_BODY_BYTES = 32 * 1024 * 1024;

/**
 * A body costs up to five times its bytes while it is read, checked and written to the database, so an eighth of the heap is
 * what bodies may have at one time (measured: docs/decisions/0054-what-a-process-holds.md).
 */
const SHARE_OF_HEAP = 8;
/** What Node 24 adds to `--max-old-space-size` for what is young. */
const YOUNG_BYTES = 192 * 1024 * 1024;

/** @param largeBytes null for what fits the heap that this process was given. */
export function bodyRoomLimits(largeBytes: number | null): BodyRoomLimits {
  const share = Math.floor((getHeapStatistics().heap_size_limit - YOUNG_BYTES) / SHARE_OF_HEAP);
  const large = Math.max(largeBytes ?? share, LARGEST_BODY_BYTES);
  return { largeBytes: large, smallBytes: Math.floor(large / 4), waitMilliseconds: 20_000, most: 256 };
}

/** What a body holds of the room, until it is let go. */
export interface BodyPlace {
  /** How many bytes it may have by now. */
  readonly bytes: () => number;
  /** Takes more for a body that turns out longer. Throws `BodyRoomFull` where there is none in time. */
  readonly growTo: (bytes: number) => Promise<void>;
  readonly release: () => void;
}

export interface BodyRoom {
  /**
   * Resolves when there is room. Owners take turns, and each one's bodies keep their order.
   *
   * @param signal aborted when the sender is gone
   * @throws BodyRoomFull
   */
  take(owner: string, bytes: number, signal: AbortSignal): Promise<BodyPlace>;
  /** Whether a large body waits. */
  isWanted(): boolean;
  standing(): BodyRoomStanding;
}

export interface BodyRoomStanding {
  readonly heldBytes: number;
  readonly waiting: number;
}

/** A body found no room in time. None of it was taken, so it can be sent again. */
export class BodyRoomFull extends Error {
  override readonly name = "BodyRoomFull";
}

/** One that waits, in one half of the room. */
interface Waiting {
  readonly owner: string;
  readonly bytes: number;
  readonly admit: () => void;
}

/**
 * Bounds what is in memory of the bodies of all requests. Small and large ones have halves of their own: a single event never
 * waits for a body of 31 MB.
 */
export function createBodyRoom(limits: BodyRoomLimits): BodyRoom {
  const large = createHalf(limits.largeBytes, limits);
  const small = createHalf(limits.smallBytes, limits);
  let growing = 0;
  return {
    async take(owner, bytes, signal) {
      let half = bytes > SMALL_BODY_BYTES ? large : small;
      let held = bytes;
      await half.take(owner, bytes, signal);
      let isReleased = false;
      return {
        bytes: () => held,
        async growTo(wanted) {
          if (wanted <= held || isReleased) return;
          if (growing >= MOST_GROWING) throw new BodyRoomFull("too many grow");
          // Let go first: two that held a part of the room could wait for each other for ever.
          half.give(held);
          [half, held] = [large, 0];
          growing += 1;
          try {
            await large.take(owner, wanted, signal);
          } finally {
            growing -= 1;
          }
          held = wanted;
          // The answer went out, or the sender left, while it waited.
          if (isReleased) half.give(held);
        },
        release() {
          if (isReleased) return;
          isReleased = true;
          half.give(held);
        },
      };
    },
    isWanted: () => large.waiting() > 0,
    standing: () => ({ heldBytes: large.held() + small.held(), waiting: large.waiting() + small.waiting() }),
  };
}

function createHalf(capacity: number, { waitMilliseconds, most }: BodyRoomLimits) {
  let held = 0;
  /** Whose turn comes when, in the order of turns; each owner's bodies in their order. */
  const queues = new Map<string, Waiting[]>();
  let count = 0;

  const fits = (bytes: number): boolean => held === 0 || held + bytes <= capacity;

  function admitNext(): void {
    for (;;) {
      const [owner, queue] = [...queues].find(([, waiting]) => waiting.length > 0) ?? [];
      const next = queue?.[0];
      if (owner === undefined || queue === undefined || next === undefined || !fits(next.bytes)) return;
      next.admit();
      // To the end of the turns.
      queues.delete(owner);
      if (queue.length > 0) queues.set(owner, queue);
    }
  }

  /** Waits until `admit` is called; takes itself out of the way where that is too late. */
  function wait(signal: AbortSignal, add: (admit: () => void) => () => void): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (why: Error): void => {
      settle();
      remove();
      reject(why);
      admitNext();
    };
    const onAbort = (): void => leave(new BodyRoomFull("the sender is gone"));
    const timer = setTimeout(() => leave(new BodyRoomFull("no room in time")), waitMilliseconds);
    const settle = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    };
    signal.addEventListener("abort", onAbort);
    const remove = add(() => {
      settle();
      resolve();
    });
    return promise;
  }

  return {
    held: () => held,
    waiting: () => count,
    async take(owner: string, bytes: number, signal: AbortSignal): Promise<void> {
      if (count === 0 && fits(bytes)) {
        held += bytes;
        return;
      }
      // An owner never takes more than half of the places, so that others find one.
      if (count >= most || (queues.get(owner)?.length ?? 0) >= most / 2) throw new BodyRoomFull("too many wait");
      signal.throwIfAborted();
      await wait(signal, (admit) => {
        const queue = queues.get(owner) ?? [];
        queues.set(owner, queue);
        const remove = (): void => {
          const at = queue.indexOf(waiting);
          if (at < 0) return;
          queue.splice(at, 1);
          count -= 1;
          if (queue.length === 0 && queues.get(owner) === queue) queues.delete(owner);
        };
        const waiting: Waiting = {
          owner,
          bytes,
          admit() {
            remove();
            held += bytes;
            admit();
          },
        };
        queue.push(waiting);
        count += 1;
        return remove;
      });
    },
    give(bytes: number): void {
      held -= bytes;
      admitNext();
    },
  };
}
