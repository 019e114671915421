import type { ExchangeRateRow } from "@counterfoil/storage";

/** What one unit of a currency is worth in another one, from a day until the next rate of the pair. */
export type ExchangeRate = ExchangeRateRow;

/** A rate to set. It replaces the rate of the same currencies and day. */
export interface ExchangeRateInput {
  readonly fromCurrency: string;
  readonly toCurrency: string;
  /** The first day of the rate. */
  readonly date: string;
  readonly rate: string | number;
}
