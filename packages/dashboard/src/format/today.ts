import { systemNow } from "../app/clock.ts";

/** The current calendar date in a time zone: `2024-03-01`. */
export function todayIn(timeZone: string, now: number = systemNow()): string {
  const parts = new Intl.DateTimeFormat("en", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" })
    .formatToParts(now)
    .map(({ type, value }) => [type, value] as const);
  const { year = "", month = "", day = "" } = Object.fromEntries(parts);
  return `${year}-${month}-${day}`;
}
