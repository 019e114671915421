import { Decimal, formatAmount } from "@counterfoil/engine";
import type { TotalRow } from "@counterfoil/storage";

/** The number of all rows of a list in a currency, and their sum. */
export interface Total {
  currency: string;
  count: number;
  amount: string;
}

export function toTotal({ currency, count, amount }: TotalRow): Total {
  return { currency, count: Number(count), amount: formatAmount({ amount: Decimal.of(amount), currency }) };
}

/** Counts and sums rows by currency while they are read. */
export class RunningTotals {
  readonly #totals = new Map<string, { count: number; amount: Decimal }>();

  add(rows: readonly { readonly currency: string; readonly amount: string }[]): void {
    for (const { currency, amount } of rows) {
      const { count, amount: sum } = this.#totals.get(currency) ?? { count: 0, amount: Decimal.zero };
      this.#totals.set(currency, { count: count + 1, amount: sum.plus(Decimal.of(amount)) });
    }
  }

  /** By currency, in alphabetical order. */
  toTotals(): Total[] {
    const byCurrency = [...this.#totals].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return byCurrency.map(([currency, { count, amount }]) => {
      return { currency, count, amount: formatAmount({ amount, currency }) };
    });
  }
}
