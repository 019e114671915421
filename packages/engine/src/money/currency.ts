import { invariant } from "../assertions.ts";
import { minorUnitsByCurrency } from "./currency-table.ts";

/** Whether the text is the code of an active ISO 4217 currency, in capitals. */
export function isCurrency(code: string): boolean {
  return minorUnitsByCurrency.has(code);
}

/** All currencies that can be used for billing, sorted by code. */
export function currencyCodes(): readonly string[] {
  return [...minorUnitsByCurrency.keys()].toSorted();
}

/**
 * Decimals of the currency's smallest amount: 2 for EUR, 0 for JPY, 3 for KWD. Throws on an unknown code, which is a
 * programming error.
 */
export function minorUnits(currency: string): number {
  const units = minorUnitsByCurrency.get(currency);
  invariant(units !== undefined, `${currency} is not a currency`);
  return units;
}
