import { toInstantText } from "../time.ts";

/** An instant; a date is the start of that day in the zone. Null if nothing was sent. */
export function instantOf(timeZone: string, written: string | null | undefined): string | null {
  return written === null || written === undefined ? null : toInstantText(written, timeZone);
}
