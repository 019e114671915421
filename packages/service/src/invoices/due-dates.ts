import { dueOn } from "@counterfoil/engine";
import type { InvoiceRow } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { dueAt, localDay } from "../time.ts";

/**
 * When an invoice issued now is due: on the day that was set, or else by its payment terms, counted from the local day
 * of issue. It is overdue if it is unpaid when that day ends.
 */
export function dueDates(
  draft: Pick<InvoiceRow, "dueDate" | "paymentTerms" | "timezone">,
  now: string,
): Pick<InvoiceRow, "dueDate" | "overdueAt"> {
  const { dueDate, paymentTerms, timezone } = draft;
  const day =
    dueDate === null
      ? dueOn(Temporal.PlainDate.from(localDay(now, timezone)), paymentTerms)
      : Temporal.PlainDate.from(localDay(dueDate, timezone));
  if (day === null) return { dueDate: null, overdueAt: null };
  const dueDateAt = dueAt(day, timezone);
  // A day that the time zone skipped moves to the next day.
  const dueOnDay = Temporal.PlainDate.from(localDay(dueDateAt, timezone));
  return { dueDate: dueDateAt, overdueAt: dueAt(dueOnDay.add({ days: 1 }), timezone) };
}
