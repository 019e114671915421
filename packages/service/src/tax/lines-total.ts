import { Decimal } from "@counterfoil/engine";
import type { StoredTax } from "@counterfoil/storage";

/** What the lines of a document come to as they stand: the subtotal with the taxes that their prices hold. */
export function linesTotal({ subtotal, taxes }: { subtotal: string; taxes?: readonly StoredTax[] | null }): Decimal {
  const held = (taxes ?? []).filter(({ inclusive }) => inclusive).map(({ amount }) => Decimal.of(amount));
  return Decimal.sum([Decimal.of(subtotal), ...held]);
}
