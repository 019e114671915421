import { Decimal } from "@counterfoil/engine";

/**
 * Splits the account credit that a replacement of a void invoice uses: first what was given back from that invoice
 * (`own`), then other credit. An amount below zero is other credit.
 */
export function splitUsed(amount: Decimal, given: Decimal): { own: Decimal; other: Decimal } {
  const own = Decimal.max(Decimal.min(amount, given), Decimal.zero);
  return { own, other: amount.minus(own) };
}
