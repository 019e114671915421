import { placesOf } from "../auditor/currency.ts";
import { Rational } from "../auditor/rational.ts";
import type { StoredInvoice } from "../platform/ledger.ts";
import type { Holdings } from "./holdings.ts";

/** An invoice's lines sum to its subtotal with inclusive tax, and with all tax to its total (invariant 10). */
export function checkTotals({ invoices }: Holdings): string[] {
  return invoices.flatMap((invoice) => {
    const { id, lines, subtotal, tax, total, taxes } = invoice;
    const sum = sumOf(lines.map(({ amount }) => amount));
    const held = sumOf((taxes ?? []).filter(({ inclusive }) => inclusive).map(({ amount }) => amount));
    const said = [
      ["subtotal", sum.minus(held), subtotal],
      ["tax", sumOf((taxes ?? []).map(({ amount }) => amount)), tax],
      ["total", Rational.of(subtotal).plus(Rational.of(tax)), total],
    ] as const;
    return [
      ...said.flatMap(([what, expected, written]) =>
        expected.compare(Rational.of(written)) === 0
          ? []
          : [`${id}: its ${what} is ${written}, not ${expected.toText()}`],
      ),
      ...taxFaults(invoice),
    ];
  });
}

/** Each rate is computed once on the sum of its lines, and the shares of lines sum to it (R-INV-6). */
function taxFaults({ id, currency, taxes, lines }: StoredInvoice): string[] {
  return (taxes ?? []).flatMap(({ percentage, inclusive, base, amount }, index) => {
    const shares = lines
      .flatMap((line) => (line.taxes ?? []).flatMap((part) => part.taxes))
      .filter((share) => share.index === index);
    const bases = sumOf(shares.map((share) => share.base));
    const amounts = sumOf(shares.map((share) => share.amount));
    const onTop = Rational.of(base)
      .times(Rational.of(percentage))
      .over(Rational.whole(100))
      .rounded(placesOf(currency));
    const isRight =
      bases.compare(Rational.of(base)) === 0 &&
      amounts.compare(Rational.of(amount)) === 0 &&
      (inclusive || onTop.compare(Rational.of(amount)) === 0);
    return isRight
      ? []
      : [`${id}: the tax of ${percentage} % on ${base} is ${amount}, its lines bear ${amounts.toText()}`];
  });
}

function sumOf(texts: readonly string[]): Rational {
  return Rational.sum(texts.map((text) => Rational.of(text)));
}
