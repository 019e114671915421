import { Decimal } from "@counterfoil/engine";
import type { InvoiceRow } from "@counterfoil/storage";
import { invalid } from "../../errors/index.ts";
import { writtenAmount } from "../../invoices/index.ts";

/**
 * No more than is left of the invoice: with lines below zero left out, lines alone could come to more, and later invoices may have
 * given back a part of it.
 */
export function refuseTotal(
  { total, currency }: Pick<InvoiceRow, "total" | "currency">,
  noteTotal: Decimal,
  { noted, billedBack }: { noted: Decimal; billedBack: Decimal },
): void {
  const refuse = (code: string, detail: string) => invalid([{ pointer: "/lines", code, detail }]);
  if (!noteTotal.isPositive()) throw refuse("nothing_credited", "Together the lines give nothing back.");
  const left = Decimal.of(total).minus(noted).minus(billedBack);
  if (noteTotal.compare(left) <= 0) return;
  const written = (amount: Decimal) => writtenAmount(amount, currency);
  const later = billedBack.isZero() ? "" : `, after later invoices gave back ${written(billedBack)}`;
  const detail = `The lines add up to ${written(noteTotal)}, but only ${written(left)} of the invoice is left${later}. `;
  throw refuse("exceeds_invoice", `${detail}Lower the amounts, or also credit the discount lines of the invoice.`);
}
