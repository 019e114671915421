import { findInvoiceLines, type InvoiceRow, markUncollectible as mark } from "@counterfoil/storage";
import { type Context, transact, type Work } from "../context.ts";
import { recordOwed } from "../journal/record-effects.ts";
import { audit } from "../record.ts";
import { type Invoice, toInvoice } from "./invoice.ts";
import { lockInvoiceFor } from "./transitions.ts";

/** Gives up on an invoice that is not paid: it is owed no more, but a payment that comes all the same is taken. */
export function markUncollectible(context: Context, id: string): Promise<Invoice> {
  return transact(context, async (transaction) => {
    const { work, invoice } = await lockInvoiceFor(transaction, id, "markUncollectible");
    return giveUpOn(work, invoice);
  });
}

/** The same of an invoice that is locked, and issued or overdue. */
export async function giveUpOn(work: Work, invoice: InvoiceRow): Promise<Invoice> {
  const { id } = invoice;
  const now = work.clock.now();
  await mark(work.tx, id, now);
  const row: InvoiceRow = { ...invoice, status: "uncollectible", updatedAt: now };
  await recordOwed(work, "invoice_uncollectible", invoice, row);
  const lines = await findInvoiceLines(work.tx, [id]);
  const after = toInvoice(row, lines);
  const action = "invoice.marked_uncollectible";
  await audit(work, { action, objectId: id, before: toInvoice(invoice, lines), after });
  return after;
}
