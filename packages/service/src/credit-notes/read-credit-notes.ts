import {
  findCreditNote,
  findCreditNoteLines,
  findCreditNotesOf,
  findInvoices,
  type ListPage,
  type ListQuery,
  listCreditNotes as listRows,
} from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { notFound } from "../errors/domain-error.ts";
import { type CreditNote, type CreditNoteSummary, toCreditNote, toCreditNoteSummary } from "./credit-note.ts";

export function listCreditNotes(context: Context, query: ListQuery): Promise<ListPage<CreditNoteSummary>> {
  return read(context, async (tx) => {
    const { rows, total } = await listRows(tx, query);
    return { rows: rows.map(toCreditNoteSummary), total };
  });
}

export function getCreditNote(context: Context, id: string): Promise<CreditNote> {
  return read(context, async (tx) => {
    const row = await findCreditNote(tx, id);
    if (row === undefined) throw notFound("credit note", id);
    return toCreditNote(row, await findCreditNoteLines(tx, [id]));
  });
}

/** The notes of an invoice whole, in the order in which they were issued. */
export function listCreditNotesOfInvoice(context: Context, invoiceId: string): Promise<CreditNote[]> {
  return read(context, async (tx) => {
    if ((await findInvoices(tx, [invoiceId])).length === 0) throw notFound("invoice", invoiceId);
    const notes = await findCreditNotesOf(tx, invoiceId);
    const ids = notes.map(({ id }) => id);
    const linesOf = Map.groupBy(await findCreditNoteLines(tx, ids), (line) => line.creditNoteId);
    return notes.map((note) => toCreditNote(note, linesOf.get(note.id) ?? []));
  });
}
