import { findInvoices } from "@counterfoil/storage";
import type { Work } from "../../context.ts";
import { grantPaidTopUps } from "../../credits/index.ts";
import { creditInvoice } from "../../invoices/index.ts";
import { recordOwed } from "../../journal/index.ts";
import type { ReducedInvoice } from "./apply-account-credit.ts";

/**
 * Reduces the amount due of unpaid invoices by what other invoices gave back of them. The ledger already contains this.
 */
export async function reduceUnpaid(work: Work, reduced: readonly ReducedInvoice[]): Promise<void> {
  for (const { invoiceId, amount } of reduced) {
    const [invoice] = await findInvoices(work.tx, [invoiceId]);
    if (invoice === undefined) throw new Error(`invoice ${invoiceId} is gone`);
    const row = await creditInvoice(work, invoice, amount);
    await recordOwed(work, "credit_applied", invoice, row);
    if (row.status === "paid") await grantPaidTopUps(work, [row]);
  }
}
