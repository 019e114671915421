import { Decimal } from "@counterfoil/engine";
import { appliedSinceIssue, findCreditNotesOf, type InvoiceRow, type Tx } from "@counterfoil/storage";
import { withoutSince } from "./without-since.ts";

/**
 * The invoice as it stood when it was issued, which is what its documents say for ever (R-PDF-1): with the credit that it used
 * then, and nothing paid. What notes and other credit took off it since is said elsewhere, and what was paid on the receipts (R-INV-2). One
 * that was voided says so; a draft is as it is.
 */
export async function asIssued(tx: Tx, invoice: InvoiceRow): Promise<InvoiceRow> {
  if (invoice.number === null) return invoice;
  const notes = await findCreditNotesOf(tx, invoice.id);
  const applied = [...notes.map(({ amountApplied }) => amountApplied), await appliedSinceIssue(tx, invoice.id)];
  const since = Decimal.sum(applied.map((amount) => Decimal.of(amount)));
  return withoutSince(invoice, since);
}
