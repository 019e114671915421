import { Decimal, formatAmount } from "@counterfoil/engine";
import type { ReachedShare } from "@counterfoil/storage";
import type { OpenLimit } from "../hold/index.ts";
import type { SpendLimitReached } from "./spend-limit.ts";

/** A share of a limit that usage reached, with the data of its notification. */
export interface Reached extends ReachedShare {
  readonly told: SpendLimitReached;
}

const PERCENT = Decimal.ofInteger(100);

/** The shares of limits that usage has reached, ascending for each limit. Usage equal to a share has reached it. */
export function reachedShares(
  limits: readonly OpenLimit[],
  spends: ReadonlyMap<string, Decimal>,
  reachedAt: string,
): Reached[] {
  return limits.flatMap(({ row, startsOn, startsAt }) => {
    const value = spends.get(row.id) ?? Decimal.zero;
    if (startsOn === null) return [];
    const { id: spendLimitId, accountId, metricId, productId, appliesTo, currency, enforcement } = row;
    const limit = Decimal.of(row.amount);
    const passed = row.notifyAt.filter(
      (share) => limit.times(Decimal.ofInteger(share)).compare(value.times(PERCENT)) <= 0,
    );
    const [spent, amount] = [formatAmount({ amount: value, currency }), formatAmount({ amount: limit, currency })];
    const scope = { spendLimitId, accountId, metricId, productId, appliesTo, currency, amount, enforcement };
    return passed.map((share) => {
      const told = { ...scope, share, spent, periodStart: startsOn, reachedAt };
      // Accounts of a family may have different time zones, so their days are not one order.
      return { spendLimitId, period: startsAt ?? startsOn, share, spent, reachedAt, told };
    });
  });
}
