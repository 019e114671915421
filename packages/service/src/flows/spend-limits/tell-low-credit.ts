import { Decimal, formatAmount } from "@counterfoil/engine";
import { noteLowTold } from "@counterfoil/storage";
import { fixedClock } from "../../clock.ts";
import type { Work } from "../../context.ts";
import type { CreditBalance } from "../../credits/index.ts";
import { notifyAll } from "../../record.ts";

/** An account whose prepaid money, less usage that is not invoiced, is at or below its threshold. */
export interface LowCredit {
  readonly accountId: string;
  readonly currency: string;
  readonly left: Decimal;
  readonly threshold: string;
  /** On the clock of the account. */
  readonly at: string;
}

/** Sends a notification for each account that has had none since credit was added. The accounts are locked. */
export async function tellLowCredit(work: Work, lows: readonly LowCredit[]): Promise<void> {
  for (const [at, together] of Map.groupBy(lows, (low) => low.at)) {
    const accountIds = together.map(({ accountId }) => accountId);
    const isFresh = new Set(await noteLowTold(work.tx, accountIds, at));
    await notifyAll(
      { ...work, clock: fixedClock(at) },
      together
        .filter(({ accountId }) => isFresh.has(accountId))
        .map((low) => ({ type: "credit.balance_low", objectId: low.accountId, data: toBalance(low) })),
    );
  }
}

function toBalance({ accountId, currency, left, threshold }: LowCredit): CreditBalance {
  const written = (amount: Decimal) => formatAmount({ amount, currency });
  return { accountId, currency, metricId: null, balance: written(left), threshold: written(Decimal.of(threshold)) };
}
