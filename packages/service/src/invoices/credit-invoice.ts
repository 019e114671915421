import type { Decimal } from "@counterfoil/engine";
import { addCreditApplied, findInvoiceLines, type InvoiceRow } from "@counterfoil/storage";
import type { Work } from "../context.ts";
import { audit, notify } from "../record.ts";
import { toInvoice } from "./invoice.ts";

/**
 * Reduces the amount due of an issued invoice by credit, and marks it paid if nothing is left. The invoice is locked,
 * and the caller writes the ledger entry and the journal. Returns the invoice after that.
 */
export async function creditInvoice(work: Work, invoice: InvoiceRow, amount: Decimal): Promise<InvoiceRow> {
  if (amount.isZero()) return invoice;
  const row = await addCreditApplied(work.tx, invoice.id, amount.toString(), work.clock.now());
  if (row === undefined) throw new Error(`invoice ${invoice.id} does not ask for ${amount.toString()}`);
  const lines = await findInvoiceLines(work.tx, [invoice.id]);
  const after = toInvoice(row, lines);
  await audit(work, { action: "invoice.credited", objectId: row.id, before: toInvoice(invoice, lines), after });
  if (row.status === "paid" && invoice.status !== "paid") await notify(work, "invoice.paid", row.id, after);
  return row;
}
