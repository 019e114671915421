import { instantText, localDate, startOfDay } from "@counterfoil/engine";
import type { CollectionRow, InvoiceRow, PaymentSettingsRow } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { sameTimeAfter } from "../time.ts";

type Settings = Pick<PaymentSettingsRow, "dunningSchedule" | "dunningReminders" | "dunningOutcome">;

/** The beginning of the local day that lies so many days after the one of an instant. */
function daysAfter(instant: string, days: number, timeZone: string): string {
  return instantText(startOfDay(localDate(Temporal.Instant.from(instant), timeZone).add({ days }), timeZone));
}

/** What is done about an invoice that is overdue now: reminders, and the outcome where nothing is collected by itself. */
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

/** When the reminder that follows so many is written; null when that were all. */
export function reminderAfter(
  written: number,
  { dueDate, timezone }: Pick<InvoiceRow, "dueDate" | "timezone">,
  { dunningReminders }: Pick<Settings, "dunningReminders">,
): string | null {
  const days = dunningReminders[written];
  return days === undefined || dueDate === null ? null : daysAfter(dueDate, days, timezone);
}

/** What follows an automatic payment that failed: the next attempt of the schedule, or its end and with it the outcome. */
export function planAfterFailure(
  collection: CollectionRow,
  timeZone: string,
  { dunningSchedule, dunningOutcome }: Settings,
  now: string,
): CollectionRow {
  const failedAt = collection.failedAt ?? now;
  const attempts = collection.attempts + 1;
  const days = dunningSchedule[attempts - 1];
  // An attempt is not made at midnight because the one before it was made at noon.
  const next = days === undefined ? null : sameTimeAfter(failedAt, days, timeZone);
  // A provider that was away for days answers late: an attempt that should have been made by now is made now.
  const attemptAt = next !== null && next < now ? now : next;
  const outcomeAt = attemptAt === null && dunningOutcome !== "none" && dunningSchedule.length > 0 ? now : null;
  return { ...collection, failedAt, attempts, attemptAt, outcomeAt, updatedAt: now };
}
