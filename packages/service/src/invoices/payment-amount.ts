import { Decimal, formatAmount, minorUnits } from "@counterfoil/engine";
import type { Fault } from "../errors/index.ts";

/** `12.50 EUR` */
export function writtenAmount(amount: Decimal, currency: string): string {
  return `${formatAmount({ amount, currency })} ${currency}`;
}

/**
 * What is wrong with the amount of a payment or refund: it must be above zero, and in whole minor units. Empty for a
 * text whose format was already refused.
 */
export function paymentAmountFaults(text: string | undefined, currency: string): Fault[] {
  if (text === undefined) return [];
  const amount = Decimal.of(text);
  if (!amount.isPositive()) {
    return [{ pointer: "/amount", code: "not_positive", detail: "The amount must be greater than 0." }];
  }
  const decimals = minorUnits(currency);
  if (amount.round(decimals, "down").equals(amount)) return [];
  const detail = `${text} is not a valid ${currency} amount. ${currency} has ${decimals} decimals.`;
  return [{ pointer: "/amount", code: "too_many_decimals", detail }];
}
