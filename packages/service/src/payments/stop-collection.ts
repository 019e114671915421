import { findCollection, type InvoiceRow, saveCollection } from "@counterfoil/storage";
import type { Work } from "../context.ts";

/**
 * Ends what is done to get an invoice paid, which is locked: it was paid or given back by somebody's decision, and is neither
 * collected nor reminded of by itself again.
 */
export async function stopCollection(work: Work, invoice: InvoiceRow): Promise<void> {
  const found = await findCollection(work.tx, invoice.id);
  const nothing = { isAutomatic: false, attempts: 0, failedAt: null, reminders: 0 };
  await saveCollection(work.tx, {
    invoiceId: invoice.id,
    testClockId: invoice.testClockId,
    ...(found ?? nothing),
    isAutomatic: false,
    attemptAt: null,
    reminderAt: null,
    outcomeAt: null,
    updatedAt: work.clock.now(),
  });
}
