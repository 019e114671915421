import type { Clock } from "../clock.ts";
import { nextAttemptAt, type Tried } from "./next-attempt.ts";
import type { RetryPolicy } from "./retry-policies.ts";

/** What an answer means: done, refused for good, or failed for now. `notBefore` is the earliest retry that the receiver asked for. */
export type Verdict =
  { readonly kind: "done" } | { readonly kind: "refused" } | { readonly kind: "failed"; readonly notBefore?: string };

/** What happens to the row after the attempt. */
export type Outcome =
  { readonly kind: "succeeded" } | { readonly kind: "again"; readonly at: string } | { readonly kind: "gave up" };

/** How rows of one kind are attempted. */
export interface Attempts<Item, Answer, Settled> {
  readonly policy: RetryPolicy;
  tried(item: Item): Tried;
  /** Runs outside any transaction. A refusal or a missing answer of the other side is returned, not thrown. */
  attempt(item: Item): Promise<Answer>;
  /** The answer to use when the attempt takes longer than the policy allows. */
  late(reason: string): Answer;
  judge(answer: Answer, now: string): Verdict;
  /** Records the result in a separate transaction. */
  settle(item: Item, answer: Answer, outcome: Outcome, now: string): Promise<Settled>;
}

/** One attempt at a claimed row: runs it within the time limit of the policy, decides what follows, and records that. */
export async function attemptOnce<Item, Answer, Settled>(
  clock: Clock,
  attempts: Attempts<Item, Answer, Settled>,
  item: Item,
): Promise<{ answer: Answer; settled: Settled }> {
  const { policy } = attempts;
  const answer = await withinSeconds(policy.attemptSeconds, attempts.attempt(item), attempts.late);
  const now = clock.now();
  const outcome = outcomeOf(policy, attempts.tried(item), attempts.judge(answer, now), now);
  return { answer, settled: await attempts.settle(item, answer, outcome, now) };
}

function outcomeOf(policy: RetryPolicy, tried: Tried, verdict: Verdict, now: string): Outcome {
  if (verdict.kind === "done") return { kind: "succeeded" };
  const next = verdict.kind === "refused" ? null : nextAttemptAt(policy, tried, now);
  if (verdict.kind === "refused" || next === null) return { kind: "gave up" };
  const { notBefore } = verdict;
  return { kind: "again", at: notBefore !== undefined && notBefore > next ? notBefore : next };
}

/** An attempt that takes too long is not awaited further, and its later result is ignored. */
async function withinSeconds<Answer>(
  seconds: number,
  attempt: Promise<Answer>,
  late: (reason: string) => Answer,
): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const isLate = new Promise<Answer>((resolve) => {
    timer = setTimeout(() => resolve(late(`The attempt did not finish within ${seconds} seconds.`)), seconds * 1_000);
  });
  try {
    return await Promise.race([attempt, isLate]);
  } finally {
    clearTimeout(timer);
  }
}
