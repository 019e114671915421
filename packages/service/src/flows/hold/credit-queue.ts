import { findAccount, noteTopUpDue } from "@counterfoil/storage";
import { type CheckQueue, createCheckQueue } from "../../check-queue.ts";
import { type Context, read, transact } from "../../context.ts";
import { DomainError, type Fault, invalid, notFound } from "../../errors/index.ts";
import { storeEventsIn } from "../../events/index.ts";
import { CreditLedger } from "./credit-ledger.ts";
import { onLockedCredit } from "./on-credit.ts";
import { leavesLow } from "./prepaid-low.ts";

/** A call that holds credit, or ends a hold. */
interface CreditCall {
  readonly context: Context;
  readonly accountId: string;
  /** Decides on the ledger. A call that is refused throws before it changes the ledger. */
  readonly decide: (ledger: CreditLedger) => Promise<unknown>;
}

type CreditOutcome = { readonly answer: unknown } | { readonly refusal: DomainError };

/** The queue of a process for calls that hold credit. Concurrent calls for one account share a transaction. */
export type CreditCalls = CheckQueue<CreditCall, CreditOutcome>;

/** The context of a call that also needs the queue. */
export interface CreditCallsContext extends Context {
  readonly creditCalls: CreditCalls;
}

export function createCreditCalls(): CreditCalls {
  return createCheckQueue((_, calls: readonly CreditCall[]) => writeCalls(calls), { writers: 4 });
}

/** Runs a call on the credit of an account, by its ID or alias. Its effect is durable when this resolves. */
export async function onCreditLedger<Answer>(
  context: CreditCallsContext,
  idOrAlias: string,
  decide: (ledger: CreditLedger) => Promise<Answer>,
): Promise<Answer> {
  const account = await read(context, (tx) => findAccount(tx, idOrAlias));
  if (account === undefined) throw notFound("account", idOrAlias);
  const key = `${context.organizationId} ${account.id}`;
  const outcome = await context.creditCalls.submit(key, { context, accountId: account.id, decide });
  if ("refusal" in outcome) throw outcome.refusal;
  return outcome.answer as Answer;
}

/** An event of a call was refused while it was stored, so that the transaction has to be repeated without the call. */
class EventsRefused extends Error {
  readonly refusal: DomainError;
  constructor(refusal: DomainError) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/**
 * Decides calls of one account in one transaction, in their order. If the database refuses an event, calls get
 * separate transactions, so that only the call of that event is refused.
 */
async function writeCalls(calls: readonly CreditCall[]): Promise<CreditOutcome[]> {
  const [first] = calls;
  if (first === undefined) return [];
  try {
    return await transact(first.context, (transaction) =>
      onLockedCredit(transaction, first.accountId, async (credit) => {
        const ledger = new CreditLedger(credit);
        const outcomes: CreditOutcome[] = [];
        for (const { decide } of calls) outcomes.push(await outcomeOf(decide, ledger));
        const stored = ledger.stored.length === 0 ? [] : await storeEventsIn(credit.work.tx, ledger.stored);
        const faults = stored.flatMap((outcome, index): Fault[] =>
          outcome.kind === "failed" ? [{ pointer: `/events/${index}`, ...outcome.fault }] : [],
        );
        if (faults.length > 0) throw new EventsRefused(invalid(faults));
        await ledger.write();
        await topUpIfLow(ledger);
        return outcomes;
      }),
    );
  } catch (error) {
    if (!(error instanceof EventsRefused)) throw error;
    if (calls.length === 1) return [{ refusal: error.refusal }];
    const outcomes: CreditOutcome[] = [];
    for (const call of calls) outcomes.push(...(await writeCalls([call])));
    return outcomes;
  }
}

/** Holds and settlements take from what is available, so they may make a top-up due. */
async function topUpIfLow(ledger: CreditLedger): Promise<void> {
  const { work, account, topUpThreshold } = ledger.credit;
  if (topUpThreshold === null || !leavesLow(ledger.credit, await ledger.use())) return;
  await noteTopUpDue(ledger.tx, [account.id], work.clock.now());
}

async function outcomeOf(decide: CreditCall["decide"], ledger: CreditLedger): Promise<CreditOutcome> {
  try {
    return { answer: await decide(ledger) };
  } catch (error) {
    if (error instanceof DomainError) return { refusal: error };
    throw error;
  }
}
