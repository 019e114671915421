import { Decimal } from "@counterfoil/engine";
import type { Totals } from "../model/electronic-invoice.ts";
import type { VatBreakdown } from "../model/vat.ts";
import { type Rule, ruleAt, ruleForEach } from "./rule.ts";

export const sumRules: readonly Rule[] = [
  ruleAt(
    "BR-CO-10",
    "The sum of the lines (BT-106) must be the sum of their net amounts (BT-131).",
    "/totals/lines",
    ({ totals, lines }) => totals.lines.equals(Decimal.sum(lines.map(({ netAmount }) => netAmount))),
  ),
  ruleAt(
    "BR-CO-11",
    "The sum of allowances (BT-107) must be the sum of those on the document (BT-92).",
    "/totals/allowances",
    ({ totals, allowances }) => totals.allowances.equals(sumOf(allowances)),
  ),
  ruleAt(
    "BR-CO-12",
    "The sum of surcharges (BT-108) must be the sum of those on the document (BT-99).",
    "/totals/surcharges",
    ({ totals, surcharges }) => totals.surcharges.equals(sumOf(surcharges)),
  ),
  onTotals(
    "BR-CO-13",
    "The total without VAT (BT-109) must be the lines less the allowances plus the surcharges.",
    "withoutVat",
    ({ lines, allowances, surcharges }) => lines.minus(allowances).plus(surcharges),
  ),
  ruleAt(
    "BR-CO-14",
    "The total VAT (BT-110) must be the sum of the VAT breakdown (BT-117).",
    "/totals/vat",
    ({ totals, vatBreakdown }) => totals.vat.equals(Decimal.sum(vatBreakdown.map(({ tax }) => tax))),
  ),
  onTotals(
    "BR-CO-15",
    "The total with VAT (BT-112) must be the total without it (BT-109) plus the VAT (BT-110).",
    "withVat",
    ({ withoutVat, vat }) => withoutVat.plus(vat),
  ),
  onTotals(
    "BR-CO-16",
    "The amount due (BT-115) must be the total (BT-112) less what was paid (BT-113) plus what was rounded (BT-114).",
    "due",
    ({ withVat, prepaid, rounding }) => withVat.minus(prepaid).plus(rounding),
  ),
  ruleForEach("BR-CO-17", "The VAT of a rate (BT-117) must be its base (BT-116) times the rate (BT-119), rounded.", {
    list: "/vatBreakdown",
    members: (invoice) => invoice.vatBreakdown,
    holds: isTaxOfItsBase,
    member: "/tax",
  }),
  ruleForEach("BR-48", "A VAT breakdown must have a rate (BT-119), except outside the scope of VAT.", {
    list: "/vatBreakdown",
    members: (invoice) => invoice.vatBreakdown,
    holds: ({ category, rate }) => category === "O" || rate !== null,
    member: "/rate",
  }),
];

/**
 * The difference must be less than one unit of the currency, as in the published rules. A currency without minor units
 * rounds by more than a cent, and the credit note that gives back the rest of an invoice contains the remaining cent.
 */
export function isTaxOfItsBase({ base, tax, rate }: VatBreakdown): boolean {
  const exact = base.times(rate ?? Decimal.zero).dividedBy(Decimal.of("100"), 2, "half_away_from_zero");
  return tax.minus(exact).abs().compare(Decimal.one) < 0;
}

function onTotals(id: string, message: string, member: keyof Totals, expected: (totals: Totals) => Decimal): Rule {
  return ruleAt(id, message, `/totals/${member}`, ({ totals }) => totals[member]?.equals(expected(totals)) === true);
}

function sumOf(allowances: readonly { readonly amount: Decimal }[]): Decimal {
  return Decimal.sum(allowances.map(({ amount }) => amount));
}
