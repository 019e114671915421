import { systemNow } from "../clock.ts";

/** The header Retry-After in seconds, in either of its forms: a number, or a date. Null where it says nothing. */
export function retryAfterSeconds(headers: Headers, now: () => number = systemNow): number | null {
  const text = headers.get("Retry-After");
  if (text === null) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const instant = Date.parse(text);
  return Number.isNaN(instant) ? null : Math.max(0, (instant - now()) / 1000);
}
