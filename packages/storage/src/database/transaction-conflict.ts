import { setTimeout as pause } from "node:timers/promises";

/**
 * Two transactions waited for each other, or wrote what the other had read, and PostgreSQL aborted this one. It had no
 * effect and nothing is wrong with it: a retry succeeds. Never treat it as a permanent failure.
 */
export class TransactionConflict extends Error {
  constructor(options?: ErrorOptions) {
    super("the transaction conflicted with another one and was rolled back", options);
    this.name = "TransactionConflict";
  }
}

const CONFLICTS = new Set([
  "40001", // serialization_failure
  "40P01", // deadlock_detected
]);

/** True for errors with which PostgreSQL asks for the transaction to be retried. */
export function isConflict(error: unknown): boolean {
  return error instanceof Error && CONFLICTS.has((error as { code?: string }).code ?? "");
}

const TWINS = new Set([
  "23505", // unique_violation
  "23P01", // exclusion_violation
]);

/**
 * True if a row that may exist only once exists already. Usually another transaction wrote it after this one had
 * checked: a retry finds the row and applies its own rule. A statement that always hits the row fails with this error
 * in the last attempt.
 */
export function isTwin(error: unknown): boolean {
  return error instanceof Error && TWINS.has((error as { code?: string }).code ?? "");
}

/**
 * The number of attempts in which an existing row counts as a conflict. In the next attempt it is an ordinary failure.
 */
export const TWIN_TIMES = 3;

/** Runs a statement and turns its failure into a conflict where it is one. */
export async function withConflict<Result>(
  run: () => Promise<Result>,
  isAgain: (error: unknown) => boolean = isConflict,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw isAgain(error) ? new TransactionConflict({ cause: error }) : error;
  }
}

/** How often a conflicting transaction is run before the caller gets the error, and how long it waits in between. */
export interface ConflictRetries {
  readonly mostTimes: number;
  /** The maximum of the first wait. It doubles with each retry. */
  readonly firstMilliseconds: number;
  readonly longestMilliseconds: number;
}

/**
 * The waits total at most 1.3 seconds. PostgreSQL checks for a deadlock after one second, so each attempt may take that
 * much longer.
 */
const CONFLICT_RETRIES: ConflictRetries = { mostTimes: 8, firstMilliseconds: 10, longestMilliseconds: 500 };

/**
 * Retries after each conflict. The waits are random, so that the conflicting transactions do not meet again.
 *
 * @param run receives the number of the attempt, starting with 1
 */
export async function retryConflicts<Result>(
  run: (time: number) => Promise<Result>,
  { mostTimes, firstMilliseconds, longestMilliseconds }: ConflictRetries = CONFLICT_RETRIES,
): Promise<Result> {
  for (let time = 1; ; time += 1) {
    try {
      return await run(time);
    } catch (error) {
      if (!(error instanceof TransactionConflict) || time >= mostTimes) throw error;
      const longest = Math.min(longestMilliseconds, firstMilliseconds * 2 ** (time - 1));
      await pause(Math.random() * longest);
    }
  }
}
