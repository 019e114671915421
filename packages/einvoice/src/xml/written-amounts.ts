import type { Decimal } from "@counterfoil/engine";

/** An amount of money: two decimals, and more only where it has more (which BR-DEC refuses). */
export function writtenAmount(amount: Decimal): string {
  return decimalsOf(amount) <= 2 ? amount.toFixed(2) : amount.toCanonical();
}

/** A price, quantity or percentage: all its decimals and no zeros behind them. */
export function writtenDecimal(value: Decimal): string {
  return value.toCanonical();
}

/** How many decimals a value needs: 1.50 has one. */
export function decimalsOf(value: Decimal): number {
  const [, fraction = ""] = value.toCanonical().split(".");
  return fraction.length;
}
