import { Decimal } from "@counterfoil/engine";
import type { Totals, VatBreakdown } from "@counterfoil/einvoice";
import type { ElectronicLines } from "./electronic-lines.ts";

/** The sums follow from the parts. `withVat` is the document's own total, so that BR-CO-15 compares the two. */
export function electronicTotals(
  { lines, allowances, breakdown }: Pick<ElectronicLines, "lines" | "allowances"> & { breakdown: VatBreakdown[] },
  withVat: Decimal,
  prepaid: Decimal,
): Totals {
  const sumOfLines = Decimal.sum(lines.map(({ netAmount }) => netAmount));
  const sumOfAllowances = Decimal.sum(allowances.map(({ amount }) => amount));
  return {
    lines: sumOfLines,
    allowances: sumOfAllowances,
    surcharges: Decimal.zero,
    withoutVat: sumOfLines.minus(sumOfAllowances),
    vat: Decimal.sum(breakdown.map(({ tax }) => tax)),
    vatInAccountingCurrency: null,
    withVat,
    prepaid,
    rounding: Decimal.zero,
    due: withVat.minus(prepaid),
  };
}
