import { instantText, localDate, startOfDay } from "@counterfoil/engine";
import type { CollectionRow, InvoiceRow, PaymentSettingsRow } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { sameTimeAfter } from "../time.ts";

type Settings = Pick<PaymentSettingsRow, "dunningSchedule" | "dunningReminders" | "dunningOutcome">;

/** The start of the local day that is a number of days after the day of an instant. */
function daysAfter(instant: string, days: number, timeZone: string): string {
  return instantText(startOfDay(localDate(Temporal.Instant.from(instant), timeZone).add({ days }), timeZone));
}

/** The steps for an invoice that is now overdue: reminders, and the outcome if nothing is collected automatically. */
export function planOverdue(
  found: CollectionRow | undefined,
  invoice: Pick<InvoiceRow, "id" | "testClockId" | "dueDate" | "timezone">,
  settings: Settings,
  now: string,
): CollectionRow {
  const blank = { isAutomatic: false, attempts: 0, failedAt: null, reminders: 0, attemptAt: null, outcomeAt: null };
  const row = { invoiceId: invoice.id, testClockId: invoice.testClockId, ...(found ?? blank), updatedAt: now };
  const lastDay = settings.dunningSchedule.at(-1);
  return {
    ...row,
    reminderAt: reminderAfter(row.reminders, invoice, settings),
    outcomeAt:
      row.isAutomatic || lastDay === undefined || settings.dunningOutcome === "none" || invoice.dueDate === null
        ? row.outcomeAt
        : daysAfter(invoice.dueDate, lastDay, invoice.timezone),
  };
}

/** The time of the next reminder after this many; null after the last. */
export function reminderAfter(
  written: number,
  { dueDate, timezone }: Pick<InvoiceRow, "dueDate" | "timezone">,
  { dunningReminders }: Pick<Settings, "dunningReminders">,
): string | null {
  const days = dunningReminders[written];
  return days === undefined || dueDate === null ? null : daysAfter(dueDate, days, timezone);
}

/**
 * The step after a failed automatic payment: the next attempt of the schedule, or the outcome after the last attempt.
 */
export function planAfterFailure(
  collection: CollectionRow,
  timeZone: string,
  { dunningSchedule, dunningOutcome }: Settings,
  now: string,
): CollectionRow {
  const failedAt = collection.failedAt ?? now;
  const attempts = collection.attempts + 1;
  const days = dunningSchedule[attempts - 1];
  // The next attempt has the same time of day as the failed one.
  const next = days === undefined ? null : sameTimeAfter(failedAt, days, timeZone);
  // If the provider was unavailable for days, its answer is late: an attempt whose time has passed is made now.
  const attemptAt = next !== null && next < now ? now : next;
  const outcomeAt = attemptAt === null && dunningOutcome !== "none" && dunningSchedule.length > 0 ? now : null;
  return { ...collection, failedAt, attempts, attemptAt, outcomeAt, updatedAt: now };
}
