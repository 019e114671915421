import { instantText, resetPeriodAt, type ResetRule } from "@counterfoil/engine";
import type { StandingGrant } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";

/** The period of a quantity that runs now; instants as text. */
export interface CurrentPeriod {
  /** What use is counted under. */
  readonly label: string;
  readonly start: string;
  /** Null where it never ends. */
  readonly end: string | null;
}

/** The periods of rules as they were last found: most accounts share a few, and each is asked for again and again. */
const found = new Map<string, CurrentPeriod>();
const MOST_FOUND = 10_000;

/** The period that a grant counts in now. */
export function currentPeriod(grant: StandingGrant, now: string): CurrentPeriod {
  const { resets, timeZone, earlierZones, startsOn, anchorOn, billingInterval } = grant;
  const counted = resets === "billing_period" ? `${startsOn} ${anchorOn} ${billingInterval}` : "";
  const key = `${resets} ${timeZone} ${counted} ${earlierZones.length === 0 ? "" : JSON.stringify(earlierZones)}`;
  const known = found.get(key);
  if (known !== undefined && known.start <= now && (known.end === null || now < known.end)) return known;
  const { label, start, end } = resetPeriodAt(toRule(grant), Temporal.Instant.from(now));
  const period = { label, start: instantText(start), end: end === null ? null : instantText(end) };
  if (found.size >= MOST_FOUND) found.clear();
  found.set(key, period);
  return period;
}

function toRule({ resets, timeZone, earlierZones, startsOn, anchorOn, billingInterval }: StandingGrant): ResetRule {
  return {
    resets,
    timeZone,
    earlierZones: earlierZones.map((zone) => ({ ...zone, through: Temporal.PlainDate.from(zone.through) })),
    startsOn: Temporal.PlainDate.from(startsOn),
    anchor: Temporal.PlainDate.from(anchorOn),
    interval: billingInterval,
  };
}
