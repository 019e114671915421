import { findInvoiceLines, type InvoiceRow, markUncollectible as mark } from "@counterfoil/storage";
import { type Context, transact, type Work } from "../../context.ts";
import { grantPaidTopUps, takeBackCredit } from "../../credits/index.ts";
import { recordOwed } from "../../journal/index.ts";
import { audit } from "../../record.ts";
import { type Invoice, lockInvoiceFor, toInvoice } from "../../invoices/index.ts";

/** Gives up on an invoice that is not paid: it is owed no more, but a payment that comes all the same is taken. */
export function markUncollectible(context: Context, id: string): Promise<Invoice> {
  return transact(context, async (transaction) => {
    const { work, invoice } = await lockInvoiceFor(transaction, id, "markUncollectible");
    return giveUpOn(work, invoice);
  });
}

/**
 * The same of an invoice that is locked, and issued or overdue. Account credit that was given back of it, and is not spent, pays it
 * first: nobody keeps credit for an invoice that was never paid (R-INV-8). Where that pays all of it, it is paid.
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
