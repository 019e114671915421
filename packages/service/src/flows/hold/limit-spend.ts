import { Decimal, formatAmount } from "@counterfoil/engine";
import type { SpendLimitRow } from "@counterfoil/storage";
import type { OpenLimit, Spent } from "./open-limits.ts";

/** What counts toward a spend limit in the current billing period. */
export interface LimitSpend extends Pick<
  SpendLimitRow,
  "id" | "accountId" | "metricId" | "productId" | "appliesTo" | "currency" | "amount" | "enforcement"
> {
  spent: string;
  /** What open holds would add. */
  held: string;
  /** What is left of the limit. Never negative. */
  remaining: string;
  /** The first day of the period. Null while the account pays for no such usage. */
  periodStart: string | null;
}

/** The limits with usage only, and with holds on top. */
export function toSpend(limits: readonly OpenLimit[], usage: Spent, all: Spent): LimitSpend[] {
  return limits.map(({ row, startsOn }) => {
    const { id, accountId, metricId, productId, appliesTo, currency, amount, enforcement } = row;
    const written = (value: Decimal) => formatAmount({ amount: value, currency });
    const limit = Decimal.of(amount);
    const [spent, withHolds] = [usage, all].map((use) => use.get(id) ?? Decimal.zero) as [Decimal, Decimal];
    return {
      id,
      accountId,
      metricId,
      productId,
      appliesTo,
      currency,
      amount: written(limit),
      enforcement,
      spent: written(spent),
      held: written(withHolds.minus(spent)),
      remaining: written(Decimal.max(limit.minus(withHolds), Decimal.zero)),
      periodStart: startsOn,
    };
  });
}
