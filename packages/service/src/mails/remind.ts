import { claimReminders } from "@counterfoil/storage";
import { fixedClock } from "../clock.ts";
import { type Context, transact } from "../context.ts";
import { queueMail } from "./queue-mail.ts";

/**
 * Queues the reminders of unpaid invoices whose day has come according to the settings, each once: that the invoice is
 * due, up to the due date, and that it is overdue, after it. Returns the number of invoices.
 */
export function remindOfInvoices(context: Context): Promise<number> {
  return transact(context, async (work) => {
    const due = await claimReminders(work.tx, work.clock.now());
    for (const { invoiceId, day, now } of due) {
      const kind = day <= 0 ? "reminder" : "overdue";
      await queueMail({ ...work, clock: fixedClock(now) }, { kind, invoiceId, occasion: `${day} days` });
    }
    return due.length;
  });
}
