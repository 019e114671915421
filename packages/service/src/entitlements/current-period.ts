import { instantText, remembered, resetPeriodAt, type ResetRule, type Resets } from "@counterfoil/engine";
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

/** What decides the periods of a quantity. */
type PeriodRule = Omit<StandingGrant, "subscriptionId" | "value">;

/** What a rule has that does not count the account's own days: any will do. */
const UNCOUNTED = { startsOn: "1970-01-01", anchorOn: "1970-01-01", billingInterval: "monthly" } as const;

/** The period of the account's calendar that runs now, or `none`. */
export function currentCalendarPeriod(
  resets: Exclude<Resets, "billing_period">,
  timeZone: string,
  now: string,
): CurrentPeriod {
  return currentPeriod({ resets, timeZone, earlierZones: [], ...UNCOUNTED }, now);
}

/** The period that a grant counts in now. */
export function currentPeriod(grant: PeriodRule, now: string): CurrentPeriod {
  const { resets, timeZone, earlierZones } = grant;
  const { startsOn, anchorOn, billingInterval } = resets === "billing_period" ? grant : UNCOUNTED;
  return findingOf(JSON.stringify({ resets, timeZone, earlierZones, startsOn, anchorOn, billingInterval }))(now);
}

/** Most accounts share a few rules. */
const findingOf = remembered((ruleText: string) => findPeriodsBy(toRule(JSON.parse(ruleText) as PeriodRule)));

/** Looks first at the period that was found last: a rule is asked again and again within one. */
function findPeriodsBy(rule: ResetRule): (now: string) => CurrentPeriod {
  let latest: CurrentPeriod | undefined;
  return (now) => {
    if (latest !== undefined && latest.start <= now && (latest.end === null || now < latest.end)) return latest;
    const { label, start, end } = resetPeriodAt(rule, Temporal.Instant.from(now));
    latest = { label, start: instantText(start), end: end === null ? null : instantText(end) };
    return latest;
  };
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
