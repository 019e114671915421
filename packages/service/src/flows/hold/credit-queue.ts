import { type CheckQueue, createCheckQueue } from "../../check-queue.ts";
import type { Context } from "../../context.ts";
import type { CreditCall, CreditOutcome, StoredBefore } from "./credit-call.ts";
import type { CreditLedger } from "./credit-ledger.ts";
import { KnownFamilies } from "./known-families.ts";
import { writeCalls } from "./write-calls.ts";

/** The queue of a process for calls that hold credit. Concurrent calls of an organization share a transaction. */
export type CreditCalls = CheckQueue<CreditCall, CreditOutcome>;

/** The context of a call that also needs the queue. */
export interface CreditCallsContext extends Context {
  readonly creditCalls: CreditCalls;
}

export function createCreditCalls(): CreditCalls {
  const families = new KnownFamilies();
  return createCheckQueue((_, calls: readonly CreditCall[]) => writeCalls(calls, families), {
    batchChecks: 100,
    fewestChecks: 8,
    followingShare: 0.4,
  });
}

/** Runs a call on the credit of an account. Its effect is durable when this resolves. */
export async function onCreditLedger<Answer>(
  context: CreditCallsContext,
  call: Omit<CreditCall, "context" | "decide"> & {
    readonly decide: (ledger: CreditLedger, events: StoredBefore) => Promise<Answer>;
  },
): Promise<Answer> {
  const outcome = await context.creditCalls.submit(context.organizationId, { context, ...call });
  if ("refusal" in outcome) throw outcome.refusal;
  if ("failure" in outcome) throw outcome.failure;
  return outcome.answer as Answer;
}
