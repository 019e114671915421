import { DomainError } from "./errors/index.ts";

/** How checks of many requests are written together. */
export interface CheckQueueOptions {
  /** Concurrent transactions. */
  readonly writers: number;
  /** Checks in one transaction. */
  readonly batchChecks: number;
  /** The most checks that may wait. This limits memory. */
  readonly waitingChecks: number;
  /**
   * How many checks must wait before a transaction begins next to a running one. Fewer wait for it, but only for some milliseconds:
   * it may wait for a lock that they do not need.
   */
  readonly fewestChecks: number;
  /**
   * The callers of a transaction that ended often send their next checks at once. The first of them waits until this share of them has
   * come, for a moment at most. Otherwise it would take a transaction for itself, and the others a second one next to it.
   */
  readonly followingShare: number;
}

const DEFAULTS: CheckQueueOptions = {
  writers: 2,
  batchChecks: 250,
  waitingChecks: 20_000,
  fewestChecks: 1,
  followingShare: 0,
};
const PATIENCE_MILLISECONDS = 10;
const MOMENT_MILLISECONDS = 2;

interface Waiting<Check, Outcome> {
  readonly check: Check;
  readonly settle: PromiseWithResolvers<Outcome>;
}

export interface CheckQueue<Check, Outcome> {
  /**
   * Writes the check together with others of its key that wait, and resolves after the commit. Refuses with a 503 if
   * too many wait.
   */
  submit(key: string, check: Check): Promise<Outcome>;
}

/**
 * Group commit of checks that reserve or settle: checks that arrive while the writers are busy form the next
 * transaction. Keys, such as organizations, take turns and never share a transaction.
 */
export function createCheckQueue<Check, Outcome>(
  write: (key: string, checks: readonly Check[]) => Promise<Outcome[]>,
  options: Partial<CheckQueueOptions> = {},
): CheckQueue<Check, Outcome> {
  const { writers, batchChecks, waitingChecks, fewestChecks, followingShare } = { ...DEFAULTS, ...options };
  /** The waiting checks by key, in the order of their turns. */
  const waiting = new Map<string, Waiting<Check, Outcome>[]>();
  let waitingCount = 0;
  let busyWriters = 0;
  /** When the first of them came, or the last batch was taken. */
  let waitingSince = 0;
  let last = { checks: 0, endedAt: 0 };
  let timer: NodeJS.Timeout | undefined;

  function submit(key: string, check: Check): Promise<Outcome> {
    if (waitingCount >= waitingChecks) {
      throw new DomainError(
        "checks_overloaded",
        "Too many checks are waiting. This one changed nothing; send it again.",
      );
    }
    const settle = Promise.withResolvers<Outcome>();
    const queue = waiting.get(key);
    if (queue === undefined) waiting.set(key, [{ check, settle }]);
    else queue.push({ check, settle });
    if (waitingCount === 0) waitingSince = performance.now();
    waitingCount += 1;
    // In the next turn of the event loop, so that requests that were read together are written together.
    setImmediate(startWriters);
    return settle.promise;
  }

  function startWriters(): void {
    clearTimeout(timer);
    while (busyWriters < writers && waiting.size > 0) {
      const wait = timeToWait();
      if (wait > 0) {
        timer = setTimeout(startWriters, wait);
        return;
      }
      busyWriters += 1;
      void runWriter();
    }
  }

  /** For how many milliseconds the waiting checks wait for others. */
  function timeToWait(): number {
    const now = performance.now();
    const isFollowing = now - last.endedAt < MOMENT_MILLISECONDS;
    const wanted = busyWriters > 0 ? fewestChecks : isFollowing ? last.checks * followingShare : 0;
    if (waitingCount >= wanted) return 0;
    return Math.ceil(waitingSince + (busyWriters > 0 ? PATIENCE_MILLISECONDS : MOMENT_MILLISECONDS) - now);
  }

  async function runWriter(): Promise<void> {
    const batch = takeBatch();
    if (batch !== undefined) await writeBatch(...batch);
    busyWriters -= 1;
    last = { checks: batch?.[1].length ?? 0, endedAt: performance.now() };
    startWriters();
  }

  /** The next key's turn. It goes to the end of the queue if it has more than fits. */
  function takeBatch(): [key: string, batch: Waiting<Check, Outcome>[]] | undefined {
    const [next] = waiting;
    if (next === undefined) return undefined;
    const [key, queue] = next;
    waiting.delete(key);
    const batch = queue.splice(0, batchChecks);
    if (queue.length > 0) waiting.set(key, queue);
    waitingCount -= batch.length;
    waitingSince = performance.now();
    return [key, batch];
  }

  async function writeBatch(key: string, batch: readonly Waiting<Check, Outcome>[]): Promise<void> {
    try {
      const outcomes = await write(
        key,
        batch.map(({ check }) => check),
      );
      for (const [index, { settle }] of batch.entries()) settle.resolve(outcomes[index] as Outcome);
    } catch (error) {
      for (const { settle } of batch) settle.reject(error);
    }
  }

  return { submit };
}
