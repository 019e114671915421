import { Rational } from "../auditor/rational.ts";
import type { Holdings } from "./invariants.ts";

/** An invoice's lines sum to its subtotal, and with the tax to its total (invariant 10). */
export function checkTotals({ invoices }: Holdings): string[] {
  return invoices.flatMap(({ id, lines, subtotal, tax, total }) => {
    const sum = Rational.sum(lines.map(({ amount }) => Rational.of(amount)));
    const isRight =
      sum.compare(Rational.of(subtotal)) === 0 && sum.plus(Rational.of(tax)).compare(Rational.of(total)) === 0;
    return isRight ? [] : [`the lines of ${id} sum to ${sum.toText()}, its total is ${total}`];
  });
}
