import {
  findCreditNote,
  findCreditNoteLines,
  findInvoices,
  type ListPage,
  type ListQuery,
  listCreditNotes as listRows,
} from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { notFound } from "../errors/index.ts";
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

/** The credit notes of one invoice. */
export function listCreditNotesOfInvoice(
  context: Context,
  invoiceId: string,
  query: ListQuery,
): Promise<ListPage<CreditNoteSummary>> {
  return read(context, async (tx) => {
    if ((await findInvoices(tx, [invoiceId])).length === 0) throw notFound("invoice", invoiceId);
    const ofInvoice = { field: "invoiceId", operator: "eq", value: invoiceId } as const;
    const { rows, total } = await listRows(tx, { ...query, filters: [...query.filters, ofInvoice] });
    return { rows: rows.map(toCreditNoteSummary), total };
  });
}
