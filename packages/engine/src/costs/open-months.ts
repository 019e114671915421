import { Temporal } from "temporal-polyfill";
import { instantText } from "../calendar/time-zone.ts";

/** How long after its end a month still takes the costs of its own days. */
const OPEN_HOURS_AFTER_END = 72;

/**
 * The first instant of the oldest month that is open for costs: the current month, and for 72 hours after its end the one
 * before. Months are those of UTC, as in the journal of costs (R-COST-1).
 */
export function openMonthsBegin(now: string): string {
  const latest = Temporal.Instant.from(now).subtract({ hours: OPEN_HOURS_AFTER_END });
  const month = latest.toZonedDateTimeISO("UTC").startOfDay().with({ day: 1 });
  return instantText(month.toInstant());
}
