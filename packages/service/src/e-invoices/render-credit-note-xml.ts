import { findCreditNote, findCreditNoteLines, findInvoiceLines, findInvoices, type Tx } from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { notFound } from "../errors/index.ts";
import type { ElectronicFile, ElectronicForm } from "./electronic-file.ts";
import { runElectronic } from "./run-electronic.ts";
import type { IssuedCreditNote } from "./to-electronic-credit-note.ts";

/**
 * A credit note as XML of EN 16931, by the rules of a profile: type 381, with a reference to the invoice that it
 * corrects.
 *
 * @throws DomainError `e_invoice_incomplete` naming each rule that it breaks.
 */
export async function renderCreditNoteXml(context: Context, id: string, form: ElectronicForm): Promise<ElectronicFile> {
  const issued = await read(context, (tx) => findIssuedNote(tx, id));
  return runElectronic(context, linesOf(issued), "noteFile", issued, form);
}

export async function findIssuedNote(tx: Tx, id: string): Promise<IssuedCreditNote> {
  const note = await findCreditNote(tx, id);
  if (note === undefined) throw notFound("credit note", id);
  const [invoice] = await findInvoices(tx, [note.invoiceId]);
  if (invoice === undefined) throw new Error(`credit note ${id} is of an invoice that is gone`);
  const noteLines = await findCreditNoteLines(tx, [id]);
  return { note, noteLines, invoice, invoiceLines: await findInvoiceLines(tx, [note.invoiceId]) };
}

/** The size of the work: the note's lines are looked up among those of its invoice. */
export function linesOf({ noteLines, invoiceLines }: IssuedCreditNote): number {
  return noteLines.length + invoiceLines.length;
}
