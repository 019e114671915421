import {
  currentUsageSequence,
  findNewUsage,
  findWatchedAccounts,
  lockCreditOf,
  lockSpendTail,
  moveSpendTail,
  noteTopUpDue,
  sequenceAfter,
} from "@counterfoil/storage";
import { fixedClock } from "../../clock.ts";
import { type Context, transact, type Work } from "../../context.ts";
import { inSavepoint } from "../../in-savepoint.ts";
import { isPrepaidLow, onCredit, runningUse } from "../hold/index.ts";
import { type Reached, reachedShares } from "./reached-shares.ts";
import { tellShares } from "./tell-shares.ts";

/** The number of new events that one transaction checks. */
const EVENTS = 5_000;

/** Called with each failure. The other accounts are still checked. */
type OnSpendFailure = (failure: Error) => void;

/**
 * Checks the accounts with new usage against their spend limits, and whether their credit has to be topped up. The cost
 * grows with the number of accounts that have either. Several workers can run it at the same time. Returns whether
 * there is more to check now.
 */
export function lookAtSpend(context: Context, onFailure: OnSpendFailure): Promise<boolean> {
  return transact(context, (work) => lookAtNewUsage(work, onFailure, "skip locked"));
}

/** The same to the end, waiting for other workers. */
export async function finishLookingAtSpend(context: Context, onFailure: OnSpendFailure): Promise<void> {
  while (await transact(context, (work) => lookAtNewUsage(work, onFailure, "")));
}

async function lookAtNewUsage(
  work: Work,
  onFailure: OnSpendFailure,
  whenLocked: Parameters<typeof lockSpendTail>[1],
): Promise<boolean> {
  const { tx } = work;
  const after = await lockSpendTail(tx, whenLocked);
  if (after === undefined) return false;
  const current = BigInt(await currentUsageSequence(tx));
  if (current <= after) return false;
  const through = await sequenceAfter(tx, after, current, EVENTS);
  const accountIds = [...new Set((await findNewUsage(tx, after, through)).map(({ accountId }) => accountId))];
  const found: Spend[] = [];
  for (const accountId of await findWatchedAccounts(tx, accountIds)) {
    const spend = await inSavepoint(work, () => spendOf(work, accountId));
    if ("failure" in spend) {
      onFailure(new Error(`the spending of ${accountId} could not be checked`, { cause: spend.failure }));
    } else found.push(spend);
  }
  const low = found.filter(({ isLow }) => isLow);
  await lockCreditOf(
    tx,
    low.map(({ accountId }) => accountId),
  );
  for (const { accountId, now } of low) await noteTopUpDue(tx, [accountId], now);
  await tellShares(
    work,
    found.flatMap(({ reached }) => reached),
  );
  await moveSpendTail(tx, through);
  return through < current;
}

/** What follows from the usage of an account. */
interface Spend {
  readonly accountId: string;
  /** On the clock of the account. */
  readonly now: string;
  readonly isLow: boolean;
  readonly reached: readonly Reached[];
}

/** Reads what usage costs, without holds: they may be released. Writes nothing. */
export function spendOf(work: Work, accountId: string): Promise<Spend> {
  const now = work.clock.now();
  return onCredit({ ...work, clock: fixedClock(now) }, accountId, async (credit) => {
    const at = credit.work.clock.now();
    const { limits } = credit;
    const reached = limits.length === 0 ? [] : reachedShares(limits, (await runningUse(credit, [])).spent, at);
    return { accountId, now: at, isLow: await isPrepaidLow(credit), reached };
  });
}
