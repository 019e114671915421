import { systemNow } from "../clock.ts";

/** The Retry-After header in seconds, from a number or a date. Null if it is missing or invalid. */
export function retryAfterSeconds(headers: Headers, now: () => number = systemNow): number | null {
  const text = headers.get("Retry-After");
  if (text === null) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const instant = Date.parse(text);
  return Number.isNaN(instant) ? null : Math.max(0, (instant - now()) / 1000);
}
