import type { Lease } from "@counterfoil/storage";
import type { Clock } from "../clock.ts";
import { type Attempts, attemptOnce } from "./attempt-once.ts";
import type { RetryPolicy } from "./retry-policies.ts";
import { secondsLater } from "./seconds-later.ts";

/** Something that is tried and tried again, from where it waits. */
export interface Outbox<Item, Answer, Settled> extends Attempts<Item, Answer, Settled> {
  /** How many are claimed by one look. */
  readonly atOnce: number;
  /** Whether they are tried side by side, or one after the other in the order in which they are claimed. */
  readonly isSideBySide: boolean;
  /** Takes what is due, in a transaction that ends before anything is tried. */
  claim(lease: Lease): Promise<readonly Item[]>;
  lockedUntil(item: Item): string;
}

/** What one look at an outbox came to. */
export interface Worked<Answer> {
  readonly claimed: number;
  readonly answers: readonly Answer[];
  /** What went wrong on our side, as when the database was away: those rows are tried again when their lease is over. */
  readonly failures: readonly unknown[];
}

/**
 * The one loop of everything that is sent outside: claims what is due, tries each within its time, and records that it succeeded,
 * when it is tried again, or that it was given up. Whoever dies in between leaves a lease that runs out, and what came of the
 * attempt is not known then.
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
      // What waited behind others until its lease was over may be with another worker, and what cannot be recorded is not sent.
      if (failures.length > 0 || outbox.lockedUntil(item) <= clock.now()) break;
      await work(item);
    }
  }
  return { claimed: items.length, answers, failures };
}

export function leaseOf(policy: RetryPolicy, now: string, limit: number): Lease {
  return { now, until: secondsLater(now, policy.leaseSeconds), limit };
}
