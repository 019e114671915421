import { Decimal } from "@counterfoil/engine";
import {
  findAccountsById,
  findCreditSettings,
  noteLowTold,
  noteTopUpDue,
  usableBalances,
  type UsableBalance,
} from "@counterfoil/storage";
import type { Work } from "../context.ts";
import { type NewEvent, notifyAll } from "../record.ts";
import { creditAmount } from "./credit-grant.ts";
import { isToBeToppedUp, passedThreshold } from "./credit-thresholds.ts";

/** The data of notifications about a credit balance. */
export interface CreditBalance {
  accountId: string;
  currency: string | null;
  metricId: string | null;
  balance: string;
  /** The threshold that was crossed, if any. */
  threshold: string | null;
}

/** What was taken from the grants of an account, as a positive amount. */
export interface CreditUse extends Pick<UsableBalance, "accountId" | "currency" | "metricId"> {
  readonly amount: Decimal;
}

/**
 * Notifies about prepaid credit after a use of it: depleted, or low if a threshold is set. Each is sent when it is
 * crossed, and again only after credit was added. That it is low may have been sent earlier, when usage happened. If credit has to be
 * topped up, the top-up becomes due.
 */
export async function tellLowBalances(work: Work, uses: readonly CreditUse[]): Promise<void> {
  if (uses.length === 0) return;
  const now = work.clock.now();
  const accountIds = [...new Set(uses.map(({ accountId }) => accountId))].toSorted();
  const balances = await usableBalances(work.tx, accountIds, now);
  const settings = new Map((await findCreditSettings(work.tx, accountIds)).map((one) => [one.accountId, one]));
  const currencies = new Map(
    (await findAccountsById(work.tx, settings.size === 0 ? [] : accountIds)).map(({ id, currency }) => [id, currency]),
  );
  const happened: NewEvent[] = [];
  const low: string[] = [];
  const toTopUp: string[] = [];
  for (const of of Map.groupBy(uses, keyOf).values()) {
    const [use] = of;
    if (use === undefined) continue;
    const { accountId, currency, metricId } = use;
    const after = Decimal.of(balances.find((balance) => keyOf(balance) === keyOf(use))?.balance ?? "0");
    const before = after.plus(Decimal.sum(of.map(({ amount }) => amount)));
    const setting = currency === currencies.get(accountId) ? settings.get(accountId) : undefined;
    const passed = passedThreshold(before, after, setting);
    const data: CreditBalance = {
      accountId,
      currency,
      metricId,
      balance: creditAmount(after.toString(), currency),
      threshold: passed === null ? null : creditAmount(passed.toString(), currency),
    };
    if (passed !== null) low.push(accountId);
    if (after.isZero()) happened.push({ type: "credit.balance_depleted", objectId: accountId, data });
    else if (passed !== null) happened.push({ type: "credit.balance_low", objectId: accountId, data });
    if (setting && isToBeToppedUp(setting, after)) toTopUp.push(accountId);
  }
  const isFresh = new Set(await noteLowTold(work.tx, low, now));
  await notifyAll(
    work,
    happened.filter(({ type, objectId }) => type !== "credit.balance_low" || isFresh.has(objectId)),
  );
  await noteTopUpDue(work.tx, toTopUp, now);
}

function keyOf({ accountId, currency, metricId }: Omit<CreditUse, "amount">): string {
  return `${accountId} ${currency ?? ""} ${metricId ?? ""}`;
}
