import {
  findInvoiceLines,
  findInvoices,
  type ListPage,
  type ListQuery,
  listInvoices as listRows,
} from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { notFound } from "../errors/index.ts";
import {
  type Invoice,
  type InvoiceAmounts,
  invoiceAmounts,
  type InvoiceSummary,
  toInvoice,
  toInvoiceSummary,
} from "./invoice.ts";

/** A page of invoices, on request with all their amounts. */
export function listInvoices(
  context: Context,
  query: ListQuery,
  include?: "amounts",
): Promise<ListPage<InvoiceSummary & Partial<InvoiceAmounts>>> {
  return read(context, async (tx) => {
    const page = await listRows(tx, query);
    const rows = page.rows.map((row) => ({
      ...toInvoiceSummary(row),
      ...(include === "amounts" ? invoiceAmounts(row) : {}),
    }));
    return { rows, total: page.total };
  });
}

export function getInvoice(context: Context, id: string): Promise<Invoice> {
  return read(context, async (tx) => {
    const [row] = await findInvoices(tx, [id]);
    if (row === undefined) throw notFound("invoice", id);
    return toInvoice(row, await findInvoiceLines(tx, [id]));
  });
}
