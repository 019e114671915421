import { Decimal } from "@counterfoil/engine";
import type { InvoiceRow } from "@counterfoil/storage";

/**
 * An issued invoice without later payments and later credit. Its status is `paid` if the credit used at issue covered
 * it.
 */
export function withoutSince(invoice: InvoiceRow, since: Decimal): InvoiceRow {
  const used = Decimal.of(invoice.creditsApplied).minus(since);
  const isSettled = used.equals(Decimal.of(invoice.total));
  const status = invoice.status === "void" ? "void" : isSettled ? "paid" : "issued";
  return { ...invoice, status, creditsApplied: used.toString(), amountPaid: "0" };
}
