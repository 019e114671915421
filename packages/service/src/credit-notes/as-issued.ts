import { Decimal } from "@counterfoil/engine";
import { appliedSinceIssue, findCreditNotesOf, type InvoiceRow, type Tx } from "@counterfoil/storage";
import { withoutSince } from "./without-since.ts";

/**
 * The invoice as it was issued, which its documents show forever (R-PDF-1): with the credit that it used then, and
 * nothing paid. Other documents show what changed since: credit notes and other credit, and receipts for payments
 * (R-INV-2). A voided invoice says that it is void. A draft is returned unchanged.
 */
export async function asIssued(tx: Tx, invoice: InvoiceRow): Promise<InvoiceRow> {
  if (invoice.number === null) return invoice;
  const notes = await findCreditNotesOf(tx, invoice.id);
  const applied = [...notes.map(({ amountApplied }) => amountApplied), await appliedSinceIssue(tx, invoice.id)];
  const since = Decimal.sum(applied.map((amount) => Decimal.of(amount)));
  return withoutSince(invoice, since);
}
