import { findCollection, type InvoiceRow, saveCollection } from "@counterfoil/storage";
import type { Work } from "../context.ts";

/**
 * Stops the collection of an invoice, which must be locked. A user's decision paid it or gave it back, so it is neither
 * collected automatically nor reminded of again.
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
