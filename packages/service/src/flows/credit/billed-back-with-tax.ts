import { Decimal, minorUnits } from "@counterfoil/engine";
import type { InvoiceRow } from "@counterfoil/storage";

/**
 * What later invoices gave back from an invoice, with tax. This is the sum over its lines, drafts included, or the sum
 * in the ledger, which also contains what spend limits gave back. Each of those invoices rounds its tax, so a
 * difference of up to five minor units is only rounding.
 */
export function billedBackWithTax(
  { total, currency }: Pick<InvoiceRow, "total" | "currency">,
  left: Decimal,
  { noted, ofLines }: { noted: Decimal; ofLines: Decimal },
): Decimal {
  const written = Decimal.of(total).minus(noted).minus(left);
  const back = Decimal.max(ofLines, Decimal.zero);
  const rounding = Decimal.of(`5e-${minorUnits(currency)}`);
  return written.minus(back).compare(rounding) > 0 ? written : back;
}
