import type { TaxRateMade } from "../../journal/money.ts";
import type { AuditedTax, Books } from "../books.ts";
import { toMinorUnit } from "../currency.ts";
import { Rational } from "../rational.ts";

interface Taxable {
  readonly amount: Rational;
  readonly taxCategory: string | null;
}

const HUNDRED = Rational.whole(100);

/**
 * The tax of lines by the organization's own rates (R-INV-6): of those that fit a line, the ones that ask for most. What
 * inclusive rates take out is rounded once for the lines under the same rates; what comes on top once for each rate.
 */
export function taxOf(books: Books, accountId: string, currency: string, lines: readonly Taxable[]): AuditedTax {
  const country = books.countries.get(accountId) ?? null;
  const under = Map.groupBy(lines, ({ taxCategory }) =>
    ratesOf(books, country, taxCategory)
      .map(({ id }) => id)
      .join(" "),
  );
  let held = Rational.zero;
  const bases = new Map<TaxRateMade, Rational>();
  for (const [ids, group] of under) {
    const rates = ids.split(" ").flatMap((id) => books.taxRates.get(id) ?? []);
    const gross = Rational.sum(group.map(({ amount }) => amount));
    const inside = Rational.sum(rates.filter(({ inclusive }) => inclusive).map(percentageOf));
    const taken = toMinorUnit(gross.times(inside).over(HUNDRED.plus(inside)), currency);
    held = held.plus(taken);
    for (const rate of rates.filter(({ inclusive }) => !inclusive)) {
      bases.set(rate, (bases.get(rate) ?? Rational.zero).plus(gross.minus(taken)));
    }
  }
  const added = [...bases].map(([rate, base]) => toMinorUnit(base.times(percentageOf(rate)).over(HUNDRED), currency));
  return { held, added: Rational.sum(added) };
}

function ratesOf(books: Books, country: string | null, taxCategory: string | null): TaxRateMade[] {
  const fitting = [...books.taxRates.values()].filter(
    (rate) =>
      (rate.country === null || rate.country === country) &&
      (rate.taxCategory === null || rate.taxCategory === taxCategory),
  );
  const most = Math.max(...fitting.map(asksFor));
  return fitting.filter((rate) => asksFor(rate) === most);
}

/** More criteria before fewer; of as many, the place before the category. */
function asksFor({ country, taxCategory }: TaxRateMade): number {
  return (country === null ? 0 : 12) + (taxCategory === null ? 0 : 11);
}

function percentageOf({ percentage }: TaxRateMade): Rational {
  return Rational.of(percentage);
}
