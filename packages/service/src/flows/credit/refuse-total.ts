import { Decimal } from "@counterfoil/engine";
import type { InvoiceRow } from "@counterfoil/storage";
import { invalid } from "../../errors/index.ts";
import { writtenAmount } from "../../invoices/index.ts";

/**
 * Refuses to give back more than is left of the invoice. If a note leaves out lines below zero, its lines can exceed
 * the invoice's total, and later invoices may have given back a part of the invoice.
 */
export function refuseTotal(
  { total, currency }: Pick<InvoiceRow, "total" | "currency">,
  noteTotal: Decimal,
  { noted, billedBack }: { noted: Decimal; billedBack: Decimal },
): void {
  const refuse = (code: string, detail: string) => invalid([{ pointer: "/lines", code, detail }]);
  if (!noteTotal.isPositive()) throw refuse("nothing_credited", "The total of the lines must be greater than 0.");
  const left = Decimal.of(total).minus(noted).minus(billedBack);
  if (noteTotal.compare(left) <= 0) return;
  const written = (amount: Decimal) => writtenAmount(amount, currency);
  const later = billedBack.isZero() ? "" : ` because later invoices already credited ${written(billedBack)}`;
  const detail =
    `The lines add up to ${written(noteTotal)}, but only ${written(left)} of the invoice can be ` +
    `credited${later}. `;
  throw refuse("exceeds_invoice", `${detail}Lower the amounts, or also credit the discount lines of the invoice.`);
}
