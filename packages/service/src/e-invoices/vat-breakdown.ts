import type { LineTexts } from "@counterfoil/documents";
import { Decimal } from "@counterfoil/engine";
import type { VatBreakdown, VatRate } from "@counterfoil/einvoice";
import { printedReason } from "../tax/index.ts";
import type { InvoiceTax, InvoiceTaxes, TaxedPart } from "./invoice-taxes.ts";

/** Outside the scope of VAT there is no rate, not even zero. */
function vatRateOf({ categoryCode, percentage }: InvoiceTax): VatRate {
  return { category: categoryCode, rate: categoryCode === "O" ? null : Decimal.of(percentage) };
}

/** The one VAT rate of a part. Null if it has none, or several, such as the sales taxes of a state and a city. */
export function vatOfPart({ taxes }: InvoiceTaxes, part: TaxedPart): VatRate | null {
  const [first, ...others] = part.taxes;
  const tax = first === undefined || others.length > 0 ? undefined : taxes[first.index];
  return tax === undefined ? null : vatRateOf(tax);
}

/** A part's amount without the tax that it may include. */
export function netOfPart({ amount, taxes }: TaxedPart): Decimal {
  return Decimal.of(taxes[0]?.base ?? amount);
}

/** BG-23: one for each category and rate, even if Counterfoil has two of them with different reasons. */
export function vatBreakdown(taxes: readonly InvoiceTax[], texts: LineTexts, locale: string): VatBreakdown[] {
  const reasonOf = (tax: InvoiceTax) => printedReason(tax, texts, locale);
  const groups = Map.groupBy(taxes, (tax) => `${tax.categoryCode} ${Decimal.of(tax.percentage).toCanonical()}`);
  return [...groups.values()].flatMap((group) => group.slice(0, 1).map((first) => merged(first, group, reasonOf)));
}

function merged(
  first: InvoiceTax,
  group: readonly InvoiceTax[],
  reasonOf: (tax: InvoiceTax) => string | null,
): VatBreakdown {
  const sum = (member: "base" | "amount") => Decimal.sum(group.map((tax) => Decimal.of(tax[member])));
  const reasons = [...new Set(group.flatMap((tax) => reasonOf(tax) ?? []))];
  const codes = [...new Set(group.map(({ reasonCode }) => reasonCode))];
  return {
    ...vatRateOf(first),
    base: sum("base"),
    tax: sum("amount"),
    exemptionReason: reasons.length === 0 ? null : reasons.join(" "),
    // One code cannot represent several.
    exemptionReasonCode: codes.length === 1 ? first.reasonCode : null,
  };
}
