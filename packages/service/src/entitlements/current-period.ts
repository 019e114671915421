import { instantText, remembered, resetPeriodAt, type ResetRule, type Resets } from "@counterfoil/engine";
import type { StandingGrant } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";

/** The current period of a quantity. Instants as text. */
export interface CurrentPeriod {
  /** The label under which use is counted. */
  readonly label: string;
  readonly start: string;
  /** Null if it never ends. */
  readonly end: string | null;
}

/** What determines the periods of a quantity. */
type PeriodRule = Omit<StandingGrant, "subscriptionId" | "value">;

/** The account's own days in a rule that does not use them. Any values work. */
const UNCOUNTED = { startsOn: "1970-01-01", anchorOn: "1970-01-01", billingInterval: "monthly" } as const;

/** The current period in the account's calendar, or `none`. */
export function currentCalendarPeriod(
  resets: Exclude<Resets, "billing_period">,
  timeZone: string,
  now: string,
): CurrentPeriod {
  return currentPeriod({ resets, timeZone, earlierZones: [], ...UNCOUNTED }, now);
}

/** The period in which a grant counts now. */
export function currentPeriod(grant: PeriodRule, now: string): CurrentPeriod {
  const { resets, timeZone, earlierZones } = grant;
  const { startsOn, anchorOn, billingInterval } = resets === "billing_period" ? grant : UNCOUNTED;
  return findingOf(JSON.stringify({ resets, timeZone, earlierZones, startsOn, anchorOn, billingInterval }))(now);
}

/** Most accounts share a few rules. */
const findingOf = remembered((ruleText: string) => findPeriodsBy(toRule(JSON.parse(ruleText) as PeriodRule)));

/** Checks the last period first, because most calls with a rule fall into the same period. */
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
