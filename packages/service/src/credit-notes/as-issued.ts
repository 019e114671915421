import { Decimal } from "@counterfoil/engine";
import { findCreditNotesOf, type InvoiceRow, type Tx } from "@counterfoil/storage";

/** The invoice with the credit that it used when it was issued: what notes took off it since is said on the notes (R-INV-2). */
export async function asIssued(tx: Tx, invoice: InvoiceRow): Promise<InvoiceRow> {
  const notes = await findCreditNotesOf(tx, invoice.id);
  if (notes.length === 0) return invoice;
  const since = Decimal.sum(notes.map(({ amountApplied }) => Decimal.of(amountApplied)));
  return { ...invoice, creditsApplied: Decimal.of(invoice.creditsApplied).minus(since).toString() };
}
