import { Decimal } from "@counterfoil/engine";
import {
  currentUsageSequence,
  findNewUsage,
  findWatchedAccounts,
  lockCreditOf,
  lockSpendTail,
  moveSpendTail,
  noteTopUpDue,
  sequenceAfter,
  type SpendLimitRow,
} from "@counterfoil/storage";
import { fixedClock } from "../../clock.ts";
import { type Context, transact, type Work } from "../../context.ts";
import { inSavepoint } from "../../in-savepoint.ts";
import {
  type AccountCredit,
  CreditLedger,
  findRelatives,
  isPrepaidLow,
  onCredit,
  prepaidLeft,
  type RunningUse,
} from "../hold/index.ts";
import { type Reached, reachedShares } from "./reached-shares.ts";
import { type LowCredit, tellLowCredit } from "./tell-low-credit.ts";
import { tellShares } from "./tell-shares.ts";

/** The number of new events that one transaction checks. */
const EVENTS = 5_000;

/** Called with each failure. The other accounts are still checked. */
type OnSpendFailure = (failure: Error) => void;

/**
 * Checks the accounts with new usage against their spend limits, and whether their credit is low or has to be topped up. The cost
 * grows with the number of accounts that have any of these. Several workers can run it at the same time. Returns whether
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
  const reached: Reached[] = [];
  for (const accountId of await findWatchedAccounts(tx, accountIds)) {
    // An account of its family that cannot be rated does not hold back what concerns the account alone.
    const own = await inSavepoint(work, () => spendOf(work, accountId));
    const ofFamily = await inSavepoint(work, () => familySpendOf(work, accountId));
    for (const part of [own, ofFamily]) {
      if ("failure" in part) {
        onFailure(new Error(`the spending of ${accountId} could not be checked`, { cause: part.failure }));
      } else reached.push(...part.reached);
    }
    if (!("failure" in own)) found.push(own);
  }
  const toTopUp = found.filter(({ isToTopUp }) => isToTopUp);
  const low = found.flatMap((one) => one.low ?? []);
  await lockCreditOf(tx, [...new Set([...toTopUp, ...low].map(({ accountId }) => accountId))]);
  for (const { accountId, now } of toTopUp) await noteTopUpDue(tx, [accountId], now);
  await tellLowCredit(work, low);
  await tellShares(work, reached);
  await moveSpendTail(tx, through);
  return through < current;
}

/** What follows from the usage of an account. */
interface Spend {
  readonly accountId: string;
  /** On the clock of the account. */
  readonly now: string;
  readonly isToTopUp: boolean;
  /** Null if credit is not at or below the threshold of a notification. */
  readonly low: LowCredit | null;
  readonly reached: readonly Reached[];
}

/** Reads what usage of an account costs, without holds: they may be released. Writes nothing. */
export function spendOf(work: Work, accountId: string): Promise<Spend> {
  return onCreditNow(work, accountId, async (credit, now) => {
    const isToTopUp = await isPrepaidLow(credit);
    const limits = credit.limits.filter(({ row }) => row.appliesTo === "account");
    if (limits.length === 0 && credit.lowBalanceThreshold === null) {
      return { accountId, now, isToTopUp, low: null, reached: [] };
    }
    const use = await new CreditLedger(credit).useWith([]);
    return {
      accountId,
      now,
      isToTopUp,
      low: lowCredit(credit, use, now),
      reached: reachedShares(limits, use.spent, now),
    };
  });
}

function lowCredit(credit: AccountCredit, use: RunningUse, at: string): LowCredit | null {
  const { account, lowBalanceThreshold: threshold } = credit;
  const left = prepaidLeft(credit, use);
  if (threshold === null || left === undefined || left.compare(Decimal.of(threshold)) > 0) return null;
  return { accountId: account.id, currency: account.currency, left, threshold, at };
}

/** The same for the limits that an account has for its family. */
export function familySpendOf(work: Work, accountId: string): Promise<Pick<Spend, "reached">> {
  return onCreditNow(work, accountId, async (credit, now) => {
    const isOwn = (row: SpendLimitRow) => row.appliesTo === "family" && row.accountId === credit.account.id;
    if (!credit.limits.some(({ row }) => isOwn(row))) return { reached: [] };
    const ledger = new CreditLedger(credit);
    const relatives: CreditLedger[] = [];
    for (const id of await findRelatives(work.tx, credit, isOwn)) {
      await onCreditNow(work, id, async (other) => relatives.push(new CreditLedger(other)));
    }
    ledger.relatives = relatives;
    const withoutHolds = (one: CreditLedger) => one.useWith([]);
    const spent = await ledger.spent(await withoutHolds(ledger), withoutHolds);
    const limits = ledger.limits().filter(({ row }) => isOwn(row));
    return { reached: reachedShares(limits, spent, now) };
  });
}

/** @param act is told the instant on the clock of the account */
function onCreditNow<Result>(
  work: Work,
  accountId: string,
  act: (credit: AccountCredit, now: string) => Promise<Result>,
): Promise<Result> {
  const clock = fixedClock(work.clock.now());
  return onCredit({ ...work, clock }, accountId, (credit) => act(credit, credit.work.clock.now()));
}
