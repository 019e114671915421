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
}

const DEFAULTS: CheckQueueOptions = { writers: 2, batchChecks: 250, waitingChecks: 20_000, fewestChecks: 1 };
const PATIENCE_MILLISECONDS = 10;

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
  const { writers, batchChecks, waitingChecks, fewestChecks } = { ...DEFAULTS, ...options };
  /** The waiting checks by key, in the order of their turns. */
  const waiting = new Map<string, Waiting<Check, Outcome>[]>();
  let waitingCount = 0;
  let busyWriters = 0;
  let patience: NodeJS.Timeout | undefined;

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
    waitingCount += 1;
    // In the next turn of the event loop, so that requests that were read together are written together.
    setImmediate(startWriters);
    return settle.promise;
  }

  function startWriters(): void {
    while (busyWriters < writers && waiting.size > 0) {
      if (busyWriters > 0 && waitingCount < fewestChecks) {
        patience ??= setTimeout(startImpatiently, PATIENCE_MILLISECONDS);
        return;
      }
      startWriter();
    }
  }

  function startImpatiently(): void {
    patience = undefined;
    if (busyWriters < writers && waiting.size > 0) startWriter();
  }

  function startWriter(): void {
    busyWriters += 1;
    void runWriter();
  }

  async function runWriter(): Promise<void> {
    for (let batch = takeBatch(); batch !== undefined; batch = takeBatch()) await writeBatch(...batch);
    busyWriters -= 1;
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
