import type { Lease } from "@counterfoil/storage";
import type { Clock } from "../clock.ts";
import { type Attempts, attemptOnce } from "./attempt-once.ts";
import type { RetryPolicy } from "./retry-policies.ts";
import { secondsLater } from "../time.ts";

/** Rows that are claimed and attempted by the loop. */
export interface Outbox<Item, Answer, Settled> extends Attempts<Item, Answer, Settled> {
  /** How many rows are claimed at once. */
  readonly atOnce: number;
  /** Whether claimed rows are attempted at the same time, or one after another in the order of the claim. */
  readonly isSideBySide: boolean;
  /** Claims due rows, in a transaction that ends before the first attempt. */
  claim(lease: Lease): Promise<readonly Item[]>;
  lockedUntil(item: Item): string;
}

/** The result of one run of the loop. */
export interface Worked<Answer> {
  readonly claimed: number;
  readonly answers: readonly Answer[];
  /** Failures on our side, such as an unavailable database. The rows are claimed again when their leases end. */
  readonly failures: readonly unknown[];
}

/**
 * The one loop for everything that is sent outside: claims due rows, attempts each within its time limit, and records the result:
 * succeeded, retried at a given time, or given up. If a worker dies in between, the lease ends, and the result of the attempt is unknown.
 */
export async function workOutbox<Item, Answer, Settled>(
  clock: Clock,
  outbox: Outbox<Item, Answer, Settled>,
): Promise<Worked<Answer>> {
  const items = await outbox.claim(leaseOf(outbox.policy, clock.now(), outbox.atOnce));
  const answers: Answer[] = [];
  const failures: unknown[] = [];
  const work = async (item: Item) => {
    try {
      answers.push((await attemptOnce(clock, outbox, item)).answer);
    } catch (error) {
      failures.push(error);
    }
  };
  if (outbox.isSideBySide) await Promise.all(items.map(work));
  else {
    for (const item of items) {
      // After its lease has ended, a row may belong to another worker. After a failure, the next result could not be recorded either.
      if (failures.length > 0 || outbox.lockedUntil(item) <= clock.now()) break;
      await work(item);
    }
  }
  return { claimed: items.length, answers, failures };
}

export function leaseOf(policy: RetryPolicy, now: string, limit: number): Lease {
  return { now, until: secondsLater(now, policy.leaseSeconds), limit };
}
