import { Decimal, minorUnits } from "@counterfoil/engine";
import type { InvoiceRow } from "@counterfoil/storage";

/**
 * What later invoices gave back of an invoice with tax: of its lines, drafts included, or what the ledger says, which also knows what
 * spend limits gave back. Tax is rounded on each of those invoices: up to five minor units of difference are nothing but rounding.
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
