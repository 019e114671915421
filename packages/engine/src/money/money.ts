import { invariant } from "../assertions.ts";
import type { Decimal } from "../decimal/decimal.ts";
import { minorUnits } from "./currency.ts";

/** An amount in a currency's units (not its minor units): `{amount: 12.50, currency: "EUR"}`. */
export interface Money {
  readonly amount: Decimal;
  /** ISO 4217 code in capitals. */
  readonly currency: string;
}

/** Adds amounts in the same currency. Throws if the currencies differ, which is a programming error. */
export function addMoney(a: Money, b: Money): Money {
  invariant(a.currency === b.currency, `cannot add ${b.currency} to ${a.currency}`);
  return { amount: a.amount.plus(b.amount), currency: a.currency };
}

/** Subtracts amounts in the same currency. Throws if the currencies differ, which is a programming error. */
export function subtractMoney(a: Money, b: Money): Money {
  invariant(a.currency === b.currency, `cannot subtract ${b.currency} from ${a.currency}`);
  return { amount: a.amount.minus(b.amount), currency: a.currency };
}

/** The amount of a line: rounded once, half away from zero, to the currency's minor unit (product.md, section 6). */
export function roundToMinorUnit(amount: Decimal, currency: string): Decimal {
  return amount.round(minorUnits(currency), "half_away_from_zero");
}

/** The amount with the currency's decimals and no grouping: `1548.39` for EUR, `100` for JPY, `-0.500` for KWD. */
export function formatAmount({ amount, currency }: Money): string {
  return amount.toFixed(minorUnits(currency));
}
