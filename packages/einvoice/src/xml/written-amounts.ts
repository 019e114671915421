import type { Decimal } from "@counterfoil/engine";

/** An amount of money with two decimals. It has more only if the value has more, which BR-DEC rejects. */
export function writtenAmount(amount: Decimal): string {
  return decimalsOf(amount) <= 2 ? amount.toFixed(2) : amount.toCanonical();
}

/** A price, quantity or percentage with all its decimals and without trailing zeros. */
export function writtenDecimal(value: Decimal): string {
  return value.toCanonical();
}

/** The number of decimals that a value needs: 1.50 needs one. */
export function decimalsOf(value: Decimal): number {
  const [, fraction = ""] = value.toCanonical().split(".");
  return fraction.length;
}
