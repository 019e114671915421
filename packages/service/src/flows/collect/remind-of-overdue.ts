import { findCollection, getPaymentSettings, type InvoiceRow, saveCollection } from "@counterfoil/storage";
import type { Work } from "../../context.ts";
import { planOverdue } from "../../payments/index.ts";

/**
 * Schedules the reminders and the outcome of invoices that have just become overdue, unless a user stopped dunning
 * (R-INV-7).
 */
export async function remindOfOverdue(work: Work, invoices: readonly InvoiceRow[]): Promise<void> {
  const settings = await getPaymentSettings(work.tx);
  if (settings.dunningReminders.length === 0 && settings.dunningOutcome === "none") return;
  for (const invoice of invoices) {
    const found = await findCollection(work.tx, invoice.id);
    if (found !== undefined && !found.isAutomatic) continue;
    await saveCollection(work.tx, planOverdue(found, invoice, settings, work.clock.now()));
  }
}
