import type { TaxRateMade } from "../../journal/money.ts";
import type { AuditedTax, Books, TaxedPart, TaxOfLine } from "../books.ts";
import { toMinorUnit } from "../currency.ts";
import { Rational } from "../rational.ts";

const HUNDRED = Rational.whole(100);

/**
 * The tax of parts of lines (R-INV-6). What inclusive rates take out is rounded once for the parts under the same taxes; what comes
 * on top once for each tax.
 */
export function taxOf(currency: string, parts: readonly TaxedPart[]): AuditedTax {
  const under = Map.groupBy(parts, ({ taxes }) => keyOf(taxes));
  let held = Rational.zero;
  const bases = new Map<string, { readonly tax: TaxOfLine; readonly base: Rational }>();
  for (const group of under.values()) {
    const taxes = group[0]?.taxes ?? [];
    const gross = Rational.sum(group.map(({ amount }) => amount));
    const inside = Rational.sum(taxes.filter(({ inclusive }) => inclusive).map(({ percentage }) => percentage));
    const taken = toMinorUnit(gross.times(inside).over(HUNDRED.plus(inside)), currency);
    held = held.plus(taken);
    for (const tax of taxes.filter(({ inclusive }) => !inclusive)) {
      const before = bases.get(tax.key)?.base ?? Rational.zero;
      bases.set(tax.key, { tax, base: before.plus(gross.minus(taken)) });
    }
  }
  const added = [...bases.values()].map(({ tax, base }) =>
    toMinorUnit(base.times(tax.percentage).over(HUNDRED), currency),
  );
  return { held, added: Rational.sum(added) };
}

export function keyOf(taxes: readonly TaxOfLine[]): string {
  return taxes.map(({ key }) => key).join(" ");
}

const EUROPEAN = ["DE", "FR"];

/**
 * The taxes of what an account is sold today: by its status, by the rates that it names, by reverse charge between two states of the
 * European Union, by the organization's rates that ask for most, or as an export.
 */
export function taxesOfToday(books: Books, accountId: string, taxCategory: string | null): TaxOfLine[] {
  const terms = books.accountTaxes.get(accountId);
  if (terms === undefined || books.taxRates.size === 0) return [];
  const { status, rateIds, taxId } = terms;
  const seller = books.country;
  const buyer = terms.country ?? taxId?.slice(0, 2) ?? seller;
  if (status !== null) return [untaxed(status)];
  const own = [...books.taxRates.values()].filter(({ id }) => rateIds.includes(id));
  if (own.length > 0) return own.map(toTax);
  const isBusiness = taxId !== null && buyer !== null && EUROPEAN.includes(buyer) && taxId.startsWith(buyer);
  if (isBusiness && seller !== null && EUROPEAN.includes(seller) && seller !== buyer)
    return [untaxed("reverse charge")];
  const rates = mostSpecific(books, buyer, taxCategory);
  if (rates.length > 0 || seller === null || seller === buyer) return rates.map(toTax);
  return buyer !== null && EUROPEAN.includes(buyer) ? [] : [untaxed("export")];
}

function untaxed(key: string): TaxOfLine {
  return { key, percentage: Rational.zero, inclusive: false };
}

function toTax({ id, percentage, inclusive }: TaxRateMade): TaxOfLine {
  return { key: `${id} ${percentage}`, percentage: Rational.of(percentage), inclusive };
}

function mostSpecific(books: Books, country: string | null, taxCategory: string | null): TaxRateMade[] {
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
