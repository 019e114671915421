import { getHeapStatistics } from "node:v8";

/** How many bytes of request bodies one process holds in memory at a time. */
export interface BodyRoomLimits {
  /** Total for bodies above `SMALL_BODY_BYTES`. A body always fits if there is no other. */
  readonly largeBytes: number;
  /** Total for all other bodies. Large bodies never use this space. */
  readonly smallBytes: number;
  /** How long a body waits for space before it is refused. */
  readonly waitMilliseconds: number;
  /** How many bodies may wait. Their bytes stay with their senders. */
  readonly most: number;
}

export const SMALL_BODY_BYTES = 64 * 1024;
/**
 * How many bodies may wait for more space while their first bytes, up to 1 MiB each, are in memory without being
 * counted.
 */
const MOST_GROWING = 32;
/** The largest body that any route accepts. With less space, such a body would always be refused. */
const LARGEST_BODY_BYTES = 32 * 1024 * 1024;

/**
 * Reading, validating and storing a body takes up to five times its size, so bodies may take an eighth of the heap
 * (measured: docs/decisions/0054-what-a-process-holds.md).
 */
const SHARE_OF_HEAP = 8;
/** What Node 24 adds to `--max-old-space-size` for the young generation. */
const YOUNG_BYTES = 192 * 1024 * 1024;

/** @param largeBytes null for a share of this process's heap */
export function bodyRoomLimits(largeBytes: number | null): BodyRoomLimits {
  const share = Math.floor((getHeapStatistics().heap_size_limit - YOUNG_BYTES) / SHARE_OF_HEAP);
  const large = Math.max(largeBytes ?? share, LARGEST_BODY_BYTES);
  return { largeBytes: large, smallBytes: Math.floor(large / 4), waitMilliseconds: 20_000, most: 256 };
}

/** The space that a body holds until it is released. */
export interface BodyPlace {
  /** How many bytes the body may currently have. */
  readonly bytes: () => number;
  /** Takes more space for a body that is longer than expected. Throws `BodyRoomFull` if none becomes free in time. */
  readonly growTo: (bytes: number) => Promise<void>;
  readonly release: () => void;
}

export interface BodyRoom {
  /**
   * The space, if there is enough right now and no other body waits for it, which is nearly always so.
   *
   * @param signal as in `take`. Called only if the body grows and must wait then
   */
  takeNow(owner: string, bytes: number, signal: () => AbortSignal): BodyPlace | undefined;
  /**
   * Resolves when there is space. Owners take turns, and the bodies of each owner keep their order.
   *
   * @param signal aborted when the sender has disconnected
   * @throws BodyRoomFull
   */
  take(owner: string, bytes: number, signal: AbortSignal): Promise<BodyPlace>;
  /** Whether a large body is waiting. */
  isWanted(): boolean;
  standing(): BodyRoomStanding;
}

export interface BodyRoomStanding {
  readonly heldBytes: number;
  readonly waiting: number;
}

/** There was no space for a body in time. Nothing of it was processed, so it can be sent again. */
export class BodyRoomFull extends Error {
  override readonly name = "BodyRoomFull";
}

/** A waiting body, in the queue for large or small bodies. */
interface Waiting {
  readonly owner: string;
  readonly bytes: number;
  readonly admit: () => void;
}

/**
 * Limits the memory for the bodies of all requests. Large and small bodies have separate space, so that a single event
 * never waits for a body of 31 MB.
 */
export function createBodyRoom(limits: BodyRoomLimits): BodyRoom {
  const large = createHalf(limits.largeBytes, limits);
  const small = createHalf(limits.smallBytes, limits);
  let growing = 0;
  const halfOf = (bytes: number) => (bytes > SMALL_BODY_BYTES ? large : small);

  /** The space of a body for which it was taken already. */
  function placeOf(owner: string, bytes: number, signal: () => AbortSignal): BodyPlace {
    let half = halfOf(bytes);
    let held = bytes;
    let isReleased = false;
    return {
      bytes: () => held,
      async growTo(wanted) {
        if (wanted <= held || isReleased) return;
        if (growing >= MOST_GROWING) throw new BodyRoomFull("too many grow");
        // Release first: two bodies that each hold a part of the space could otherwise wait for each other forever.
        half.give(held);
        [half, held] = [large, 0];
        growing += 1;
        try {
          await large.take(owner, wanted, signal());
        } finally {
          growing -= 1;
        }
        held = wanted;
        // The response was sent, or the sender disconnected, while the body waited.
        if (isReleased) half.give(held);
      },
      release() {
        if (isReleased) return;
        isReleased = true;
        half.give(held);
      },
    };
  }

  return {
    takeNow: (owner, bytes, signal) => (halfOf(bytes).takeNow(bytes) ? placeOf(owner, bytes, signal) : undefined),
    async take(owner, bytes, signal) {
      await halfOf(bytes).take(owner, bytes, signal);
      return placeOf(owner, bytes, () => signal);
    },
    isWanted: () => large.waiting() > 0,
    standing: () => ({ heldBytes: large.held() + small.held(), waiting: large.waiting() + small.waiting() }),
  };
}

function createHalf(capacity: number, { waitMilliseconds, most }: BodyRoomLimits) {
  let held = 0;
  /** Waiting bodies by owner. The order of the keys is the order of turns. */
  const queues = new Map<string, Waiting[]>();
  let count = 0;

  const fits = (bytes: number): boolean => held === 0 || held + bytes <= capacity;

  function takeNow(bytes: number): boolean {
    if (count > 0 || !fits(bytes)) return false;
    held += bytes;
    return true;
  }

  function admitNext(): void {
    for (;;) {
      const [owner, queue] = [...queues].find(([, waiting]) => waiting.length > 0) ?? [];
      const next = queue?.[0];
      if (owner === undefined || queue === undefined || next === undefined || !fits(next.bytes)) return;
      next.admit();
      // Move the owner to the end of the turns.
      queues.delete(owner);
      if (queue.length > 0) queues.set(owner, queue);
    }
  }

  /** Waits until `admit` is called. Leaves the queue if that takes too long. */
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
    takeNow,
    async take(owner: string, bytes: number, signal: AbortSignal): Promise<void> {
      if (takeNow(bytes)) return;
      // An owner never takes more than half of the queue, so that other owners find a place.
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
