import { type Decimal, formatAmount, perCent } from "@counterfoil/engine";

/** A figure and the same figure of the period before. */
export interface Compared {
  /** Null if it cannot be computed. */
  value: string | null;
  before: string | null;
  /**
   * How much it changed: an amount in percent of the amount before, a percentage in percentage points. Two decimals.
   * Null if there is nothing to compare with.
   */
  change: string | null;
}

/** The same for totals in the reporting currency, which are null if a rate is missing. */
export function compareTotals(value: Decimal | null, before: Decimal | null, currency: string): Compared {
  if (value !== null && before !== null) return compareAmounts(value, before, currency);
  const money = (amount: Decimal | null) => amount && formatAmount({ amount, currency });
  return { value: money(value), before: money(before), change: null };
}

export function compareAmounts(value: Decimal, before: Decimal, currency: string): Compared {
  return {
    value: formatAmount({ amount: value, currency }),
    before: formatAmount({ amount: before, currency }),
    change: perCent(value.minus(before), before)?.toFixed(2) ?? null,
  };
}

/** Of percentages, which are null if they have no whole. */
export function compareShares(value: Decimal | null, before: Decimal | null): Compared {
  const change = value === null || before === null ? null : value.minus(before);
  return {
    value: value?.toFixed(2) ?? null,
    before: before?.toFixed(2) ?? null,
    change: change?.toFixed(2) ?? null,
  };
}
