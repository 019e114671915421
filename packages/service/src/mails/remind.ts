import { claimReminders } from "@counterfoil/storage";
import { fixedClock } from "../clock.ts";
import { type Context, transact } from "../context.ts";
import { queueMail } from "./queue-mail.ts";

/**
 * Writes the reminders of unpaid invoices whose day has come by the settings, each once: up to the due date that it is due, after
 * it that it is overdue. Answers how many invoices were reminded of.
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
