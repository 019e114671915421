import {
  findInvoices,
  findPayment,
  findRefunds,
  type ListPage,
  type ListQuery,
  listPayments as listRows,
  type PaymentRow,
  type Tx,
} from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { notFound } from "../errors/index.ts";
import { type Payment, toPayment } from "./payment.ts";

export function listPayments(context: Context, query: ListQuery): Promise<ListPage<Payment>> {
  return read(context, async (tx) => {
    const page = await listRows(tx, query);
    return { rows: await withRefunds(tx, page.rows), total: page.total };
  });
}

/** The payments of an invoice, the oldest first by default. */
export async function listInvoicePayments(
  context: Context,
  invoiceId: string,
  query: ListQuery,
): Promise<ListPage<Payment>> {
  const [invoice] = await read(context, (tx) => findInvoices(tx, [invoiceId]));
  if (invoice === undefined) throw notFound("invoice", invoiceId);
  const ofInvoice = { field: "invoiceId", operator: "eq", value: invoiceId } as const;
  return listPayments(context, { ...query, filters: [...query.filters, ofInvoice] });
}

/** A payment by its ID or by the caller's external ID. */
export function getPayment(context: Context, idOrExternalId: string): Promise<Payment> {
  return read(context, async (tx) => {
    const row = await findPayment(tx, idOrExternalId);
    if (row === undefined) throw notFound("payment", idOrExternalId);
    return toPayment(row, await findRefunds(tx, [row.id]));
  });
}

async function withRefunds(tx: Tx, rows: readonly PaymentRow[]): Promise<Payment[]> {
  const ids = rows.map(({ id }) => id);
  const refundsOf = Map.groupBy(await findRefunds(tx, ids), (refund) => refund.paymentId);
  return rows.map((row) => toPayment(row, refundsOf.get(row.id) ?? []));
}
