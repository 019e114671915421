import { Decimal, formatAmount } from "@counterfoil/engine";
import type { SpendLimitRow } from "@counterfoil/storage";

/** A spend limit as the API returns it. */
export type SpendLimit = SpendLimitRow;

/** The members of a limit that a caller can set. What it counts cannot be changed later. */
export type SpendLimitCreation = Pick<SpendLimit, "accountId" | "amount" | "enforcement"> &
  Partial<Pick<SpendLimit, "metricId" | "productId" | "appliesTo" | "currency" | "notifyAt" | "active">>;
export type SpendLimitInput = Partial<Pick<SpendLimit, "amount" | "enforcement" | "notifyAt" | "active">>;

export function toSpendLimit(row: SpendLimitRow): SpendLimit {
  return { ...row, amount: formatAmount({ amount: Decimal.of(row.amount), currency: row.currency }) };
}

/** The data of `spend_limit.reached` (R-HOOK-1). */
export interface SpendLimitReached extends Pick<
  SpendLimit,
  "accountId" | "metricId" | "productId" | "appliesTo" | "currency" | "amount" | "enforcement"
> {
  spendLimitId: string;
  /** The percentage of the limit that was reached. */
  share: number;
  /** What usage of the period cost when this was noticed, with tax. */
  spent: string;
  /** The first day of the billing period. */
  periodStart: string;
  reachedAt: string;
}
