import { Temporal } from "temporal-polyfill";
import type { RetryPolicy } from "./retry-policies.ts";
import { secondsLater } from "../time.ts";

/** What was attempted, and how often. */
export interface Tried {
  readonly id: string;
  /** The number of the attempt, from 1. */
  readonly attempts: number;
  /** The time of the first attempt. Null if it is not recorded. */
  readonly firstAttemptAt: string | null;
}

const SECONDS_OF_AN_HOUR = 3_600;

/** The time of the next attempt after a failed one. Null: given up. */
export function nextAttemptAt(policy: RetryPolicy, tried: Tried, now: string): string | null {
  const { delaySeconds, afterLast, givenUpAfterHours, spread } = policy;
  if (givenUpAfterHours !== null && isOver(tried.firstAttemptAt ?? now, givenUpAfterHours, now)) return null;
  const delay = delaySeconds[tried.attempts - 1] ?? (afterLast === "give up" ? undefined : delaySeconds.at(-1));
  if (delay === undefined) return null;
  const factor = 1 - spread + 2 * spread * shareOf(tried.id, tried.attempts);
  return secondsLater(now, Math.round(delay * factor));
}

function isOver(firstAttemptAt: string, hours: number, now: string): boolean {
  const end = Temporal.Instant.from(secondsLater(firstAttemptAt, hours * SECONDS_OF_AN_HOUR));
  return Temporal.Instant.compare(Temporal.Instant.from(now), end) >= 0;
}

/** From 0 to 1, different for each id and attempt, and always the same for one. */
function shareOf(id: string, attempt: number): number {
  let hash = attempt;
  for (const letter of id) hash = (hash * 31 + letter.charCodeAt(0)) % 65_521;
  return hash / 65_521;
}
