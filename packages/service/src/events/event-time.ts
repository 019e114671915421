import type { EventFault } from "./event.ts";
import { isInstantOrDate, secondsLater, toInstantText } from "../time.ts";

/** `2024-01-31T08:00:00Z` with up to three decimals, of any day up to the 31st: what nearly every sender writes. */
const PLAIN =
  /^(?:19|[2-9]\d)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,3})?Z$/;
/** The format in which Counterfoil writes an instant. */
const WRITTEN_OUT = "2024-01-31T08:00:00.000Z";
/** Every month has this many days. */
const SURE_DAYS = "28";

/** Whether the month of a plain timestamp has its day. `Date` counts a day that it lacks into the next month. */
function hasDay(text: string): boolean {
  const day = text.slice(8, 10);
  return day <= SURE_DAYS || new Date(text).getUTCDate() === Number(day);
}

/**
 * An event's timestamp as an instant with milliseconds. Undefined if it is invalid. A date alone is invalid, because it
 * has no time.
 */
export function readEventTime(text: string): string | undefined {
  if (PLAIN.test(text) && hasDay(text)) {
    if (text.length === WRITTEN_OUT.length) return text;
    const fraction = text.slice(20, -1);
    return `${text.slice(0, 19)}.${fraction.padEnd(3, "0")}Z`;
  }
  return text.includes(":") && isInstantOrDate(text) ? toInstantText(text, "UTC") : undefined;
}

/** How far an event may be ahead of its account's clock (R-EVT-4). */
const AHEAD_SECONDS = 3_600;

export const TOO_FAR_AHEAD: EventFault = {
  code: "timestamp_too_far_ahead",
  detail: "timestamp must be at most 1 hour ahead of the account's clock.",
};

/** The latest accepted event time at `now`. */
export function latestEventTime(now: string): string {
  return secondsLater(now, AHEAD_SECONDS);
}
