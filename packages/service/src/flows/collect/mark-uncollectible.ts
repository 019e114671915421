import { findInvoiceLines, type InvoiceRow, markUncollectible as mark } from "@counterfoil/storage";
import { type Context, transact, type Work } from "../../context.ts";
import { grantPaidTopUps, takeBackCredit } from "../../credits/index.ts";
import { recordOwed } from "../../journal/index.ts";
import { audit } from "../../record.ts";
import { type Invoice, lockInvoiceFor, toInvoice } from "../../invoices/index.ts";

/** Writes off an unpaid invoice. It is no longer collected, but a payment that still arrives is counted. */
export function markUncollectible(context: Context, id: string): Promise<Invoice> {
  return transact(context, async (transaction) => {
    const { work, invoice } = await lockInvoiceFor(transaction, id, "markUncollectible");
    return giveUpOn(work, invoice);
  });
}

/**
 * Writes off a locked invoice that is issued or overdue. Unspent account credit that was given back from it pays it
 * first: no customer keeps credit from an invoice that was never paid (R-INV-8). If that credit covers it, the invoice
 * is paid.
 */
export async function giveUpOn(work: Work, before: InvoiceRow): Promise<Invoice> {
  const invoice = await takeBackCredit(work, before);
  const lines = await findInvoiceLines(work.tx, [invoice.id]);
  if (invoice.status === "paid") {
    await grantPaidTopUps(work, [invoice]);
    return toInvoice(invoice, lines);
  }
  const now = work.clock.now();
  await mark(work.tx, invoice.id, now);
  const row: InvoiceRow = { ...invoice, status: "uncollectible", updatedAt: now };
  await recordOwed(work, "invoice_uncollectible", invoice, row);
  const after = toInvoice(row, lines);
  const action = "invoice.marked_uncollectible";
  await audit(work, { action, objectId: invoice.id, before: toInvoice(invoice, lines), after });
  return after;
}
