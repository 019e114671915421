import { instantText, resetPeriodAt, type ResetRule, type Resets } from "@counterfoil/engine";
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

/** What decides the periods of a quantity. */
type PeriodRule = Omit<StandingGrant, "subscriptionId" | "value">;

/** The period of the account's calendar that runs now, or `none`. */
export function currentCalendarPeriod(
  resets: Exclude<Resets, "billing_period">,
  timeZone: string,
  now: string,
): CurrentPeriod {
  const uncounted = { startsOn: "1970-01-01", anchorOn: "1970-01-01", billingInterval: "monthly" } as const;
  return currentPeriod({ resets, timeZone, earlierZones: [], ...uncounted }, now);
}

/** The period that a grant counts in now. */
export function currentPeriod(grant: PeriodRule, now: string): CurrentPeriod {
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

function toRule({ resets, timeZone, earlierZones, startsOn, anchorOn, billingInterval }: PeriodRule): ResetRule {
  return {
    resets,
    timeZone,
    earlierZones: earlierZones.map((zone) => ({ ...zone, through: Temporal.PlainDate.from(zone.through) })),
    startsOn: Temporal.PlainDate.from(startsOn),
    anchor: Temporal.PlainDate.from(anchorOn),
    interval: billingInterval,
  };
}
