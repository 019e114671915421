import type { InvoiceLineRow, InvoiceRow, StoredElectronicOutcome } from "@counterfoil/storage";
import { issuedInvoice } from "./issued-invoice.ts";
import { taxesOf } from "./invoice-taxes.ts";
import { type IssuedCreditNote, toElectronicCreditNote } from "./to-electronic-credit-note.ts";
import { toElectronicInvoice } from "./to-electronic-invoice.ts";

/**
 * Decides at issue whether an invoice can be written as XML. Its data never changes after that. `issued` is the invoice
 * as it will be issued. Null if the organization has not turned on e-invoicing.
 */
export function decideElectronic(issued: InvoiceRow, lines: readonly InvoiceLineRow[]): StoredElectronicOutcome | null {
  const invoice = issuedInvoice(issued, lines);
  if (invoice === null || !invoice.seller.eInvoicing) return null;
  const profile = invoice.seller.eInvoiceProfile ?? "en16931";
  const outcome = toElectronicInvoice(invoice, taxesOf(issued, lines), profile);
  return { profile, broken: outcome.kind === "electronic" ? [] : [...outcome.broken] };
}

/** Decides the same for a credit note, by the profile of the invoice that it corrects. */
export function decideElectronicNote(issued: IssuedCreditNote): StoredElectronicOutcome | null {
  const { seller } = issued.note;
  if (!seller.eInvoicing) return null;
  const profile = seller.eInvoiceProfile ?? "en16931";
  const outcome = toElectronicCreditNote(issued, profile);
  return { profile, broken: outcome.kind === "electronic" ? [] : [...outcome.broken] };
}
