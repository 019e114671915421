import { Decimal } from "@counterfoil/engine";

/**
 * What an invoice in the place of a void one uses of account credit: first what was given back of it (`own`), then other credit. An
 * amount below zero is other credit.
 */
export function splitUsed(amount: Decimal, given: Decimal): { own: Decimal; other: Decimal } {
  const own = Decimal.max(Decimal.min(amount, given), Decimal.zero);
  return { own, other: amount.minus(own) };
}
