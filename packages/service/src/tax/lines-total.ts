import { Decimal } from "@counterfoil/engine";
import type { StoredTax } from "@counterfoil/storage";

/** The sum of the lines as shown: the subtotal with included taxes. */
export function linesTotal({ subtotal, taxes }: { subtotal: string; taxes?: readonly StoredTax[] | null }): Decimal {
  const held = (taxes ?? []).filter(({ inclusive }) => inclusive).map(({ amount }) => Decimal.of(amount));
  return Decimal.sum([Decimal.of(subtotal), ...held]);
}
