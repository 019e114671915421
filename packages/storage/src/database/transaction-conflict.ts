import { setTimeout as pause } from "node:timers/promises";

/**
 * Two transactions waited for one another, or wrote what the other had read, and PostgreSQL ended this one. Nothing of it is
 * done, and nothing is wrong with it: run again, it goes through. Never a reason to put something aside.
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

/** True for errors by which PostgreSQL asks to run the transaction again. */
export function isConflict(error: unknown): boolean {
  return error instanceof Error && CONFLICTS.has((error as { code?: string }).code ?? "");
}

const TWINS = new Set([
  "23505", // unique_violation
  "23P01", // exclusion_violation
]);

/**
 * True where a row is there already that allows no second one. Mostly another transaction wrote it after this one had looked: run
 * again, it finds the row and refuses by its own rule. A statement that would always meet it fails as before in the last attempt.
 */
export function isTwin(error: unknown): boolean {
  return error instanceof Error && TWINS.has((error as { code?: string }).code ?? "");
}

/** In how many attempts a row that is there already is taken for a conflict; in the next one it is the failure that it says. */
export const TWIN_TIMES = 3;

/** Runs a statement and says of its failure that it is a conflict, where it is one. */
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

/** How often a transaction that conflicts is run before its caller is told, and how long it waits in between. */
export interface ConflictRetries {
  readonly mostTimes: number;
  /** The first wait at most, which doubles each further time. */
  readonly firstMilliseconds: number;
  readonly longestMilliseconds: number;
}

/** Waits of 1.3 seconds together at most: PostgreSQL looks for a deadlock after one second, so each time may take that as well. */
const CONFLICT_RETRIES: ConflictRetries = { mostTimes: 8, firstMilliseconds: 10, longestMilliseconds: 500 };

/**
 * Runs it again after each conflict. The waits are random, so that those who conflicted do not meet again.
 *
 * @param run gets how often it ran, this time included
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
