import { Decimal, formatAmount } from "@counterfoil/engine";
import type { CreditConversionRow } from "@counterfoil/storage";

/** An amount of money with its currency. */
export interface ConvertedAmount {
  currency: string;
  amount: string;
}

/** Account credit that was converted from one currency to another, as the API shows it. */
export interface CreditConversion {
  id: string;
  accountId: string;
  from: ConvertedAmount;
  to: ConvertedAmount;
  /** What one unit of `from` was worth in units of `to`. */
  rate: string;
  reason: string;
  createdAt: string;
}

export function toCreditConversion(row: CreditConversionRow): CreditConversion {
  const { id, accountId, fromCurrency, fromAmount, toCurrency, toAmount, rate, reason, createdAt } = row;
  const money = (amount: string, currency: string): ConvertedAmount => ({
    currency,
    amount: formatAmount({ amount: Decimal.of(amount), currency }),
  });
  return {
    id,
    accountId,
    from: money(fromAmount, fromCurrency),
    to: money(toAmount, toCurrency),
    rate: Decimal.of(rate).toCanonical(),
    reason,
    createdAt,
  };
}
