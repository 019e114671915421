import type { Clock } from "../clock.ts";
import { nextAttemptAt, type Tried } from "./next-attempt.ts";
import type { RetryPolicy } from "./retry-policies.ts";

/** What an answer means: done, refused for good, or to be tried again (not before an instant that the other side asked for). */
export type Verdict =
  { readonly kind: "done" } | { readonly kind: "refused" } | { readonly kind: "failed"; readonly notBefore?: string };

/** What becomes of what was tried. */
export type Outcome =
  { readonly kind: "succeeded" } | { readonly kind: "again"; readonly at: string } | { readonly kind: "gave up" };

/** How things of one kind are tried. */
export interface Attempts<Item, Answer, Settled> {
  readonly policy: RetryPolicy;
  tried(item: Item): Tried;
  /** Outside of any transaction. What the other side answers, or that it answered nothing, is an answer and no error. */
  attempt(item: Item): Promise<Answer>;
  /** The answer that stands for none within the time of the policy. */
  late(reason: string): Answer;
  judge(answer: Answer, now: string): Verdict;
  /** Records what became of it, in a transaction of its own. */
  settle(item: Item, answer: Answer, outcome: Outcome, now: string): Promise<Settled>;
}

/** One attempt at what was claimed: tries it within the time of its policy, decides what becomes of it, and records that. */
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

/** What comes to no end is left to itself: should it still come to one, nobody hears of it. */
async function withinSeconds<Answer>(
  seconds: number,
  attempt: Promise<Answer>,
  late: (reason: string) => Answer,
): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const isLate = new Promise<Answer>((resolve) => {
    timer = setTimeout(() => resolve(late(`There was no result within ${seconds} seconds.`)), seconds * 1_000);
  });
  try {
    return await Promise.race([attempt, isLate]);
  } finally {
    clearTimeout(timer);
  }
}
