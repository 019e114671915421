import { writeCii } from "@counterfoil/einvoice";
import { findCreditNote, findCreditNoteLines, findInvoiceLines, findInvoices, type Tx } from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { notFound } from "../errors/domain-error.ts";
import { electronicFile, type ElectronicFile, type ElectronicForm } from "./electronic-file.ts";
import { type IssuedCreditNote, toElectronicCreditNote } from "./to-electronic-credit-note.ts";

/**
 * A credit note as XML of EN 16931, by the rules of a profile: type 381, which names the invoice that it corrects.
 *
 * @throws DomainError `e_invoice_incomplete` naming each rule that it breaks.
 */
export async function renderCreditNoteXml(context: Context, id: string, form: ElectronicForm): Promise<ElectronicFile> {
  const issued = await read(context, (tx) => findIssuedNote(tx, id));
  const profile = form.profile ?? issued.note.seller.eInvoiceProfile ?? "en16931";
  const outcome = toElectronicCreditNote(issued, profile);
  return electronicFile(outcome, { ...form, profile }, { what: "credit note", number: issued.note.number });
}

export async function findIssuedNote(tx: Tx, id: string): Promise<IssuedCreditNote> {
  const note = await findCreditNote(tx, id);
  if (note === undefined) throw notFound("credit note", id);
  const [invoice] = await findInvoices(tx, [note.invoiceId]);
  if (invoice === undefined) throw new Error(`credit note ${id} is of an invoice that is gone`);
  const noteLines = await findCreditNoteLines(tx, [id]);
  return { note, noteLines, invoice, invoiceLines: await findInvoiceLines(tx, [note.invoiceId]) };
}

/** The XML that the note's PDF carries, by the same rule as its invoice's: the seller's snapshot is one for both. */
export function facturXOfNote(issued: IssuedCreditNote): string | null {
  if (!issued.note.seller.eInvoicing) return null;
  const outcome = toElectronicCreditNote(issued);
  return outcome.kind === "electronic" ? writeCii(outcome.invoice) : null;
}
