import {
  findInvoiceLines,
  findInvoices,
  type ListPage,
  type ListQuery,
  listInvoices as listRows,
} from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { notFound } from "../errors/index.ts";
import { type Invoice, type InvoiceSummary, toInvoice, toInvoiceSummary } from "./invoice.ts";

export function listInvoices(context: Context, query: ListQuery): Promise<ListPage<InvoiceSummary>> {
  return read(context, async (tx) => {
    const page = await listRows(tx, query);
    return { rows: page.rows.map(toInvoiceSummary), total: page.total };
  });
}

export function getInvoice(context: Context, id: string): Promise<Invoice> {
  return read(context, async (tx) => {
    const [row] = await findInvoices(tx, [id]);
    if (row === undefined) throw notFound("invoice", id);
    return toInvoice(row, await findInvoiceLines(tx, [id]));
  });
}
