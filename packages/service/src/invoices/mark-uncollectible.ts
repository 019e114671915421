import { findInvoiceLines, type InvoiceRow, markUncollectible as mark } from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";
import { recordOwed } from "../journal/record-effects.ts";
import { audit } from "../record.ts";
import { type Invoice, toInvoice } from "./invoice.ts";
import { lockInvoiceFor } from "./transitions.ts";

/** Gives up on an invoice that is not paid: it is owed no more, but a payment that comes all the same is taken. */
export function markUncollectible(context: Context, id: string): Promise<Invoice> {
  return transact(context, async (transaction) => {
    const { work, invoice, now } = await lockInvoiceFor(transaction, id, "markUncollectible");
    await mark(work.tx, id, now);
    const after: InvoiceRow = { ...invoice, status: "uncollectible", updatedAt: now };
    await recordOwed(work, "invoice_uncollectible", invoice, after);
    const lines = await findInvoiceLines(work.tx, [id]);
    const shown = toInvoice(after, lines);
    await audit(work, {
      action: "invoice.marked_uncollectible",
      objectId: id,
      before: toInvoice(invoice, lines),
      after: shown,
    });
    return shown;
  });
}
