import { Temporal } from "temporal-polyfill";
import type { Contract, ContractVersion } from "../billing/contract.ts";
import { startOfContractDay } from "../billing/contract.ts";
import { without } from "../billing/pause.ts";
import { BILLING_INTERVALS, type BillingInterval, overlap } from "../calendar/interval.ts";

/** The time during which one version of a contract grants its entitlements. */
export interface GrantedStretch {
  readonly versionId: string;
  readonly start: Temporal.Instant;
  /** Null while no end is known. */
  readonly end: Temporal.Instant | null;
  /** The period to which `billing_period` refers. */
  readonly interval: BillingInterval;
}

/** A day later than any contract. It stands for an open end. */
const OPEN = Temporal.PlainDate.from("9999-12-31");

/**
 * When a contract grants the entitlements of its versions: from its start to its end, including the trial, except while
 * it is paused. Payment does not matter here.
 */
export function grantedStretches(contract: Contract): GrantedStretch[] {
  const pauses = contract.pauses.map(({ startsOn, endsOn }) => ({ start: startsOn, end: endsOn ?? OPEN }));
  return contract.versions.flatMap((version) => {
    const sold = overlap(
      { start: version.startsOn, end: version.endsOn ?? OPEN },
      contract.startsOn,
      contract.endsOn ?? OPEN,
    );
    if (sold === undefined) return [];
    return without(sold, pauses).map(({ start, end }) => ({
      versionId: version.id,
      start: startOfContractDay(contract, start),
      end: end.equals(OPEN) ? null : startOfContractDay(contract, end),
      interval: shortestInterval(version),
    }));
  });
}

/** How often a version is billed: the shortest interval of its prices, or monthly if it has none. */
function shortestInterval({ prices }: ContractVersion): BillingInterval {
  const billed = prices.flatMap(({ schedule }) => (schedule.kind === "one_off" ? [] : [schedule.interval]));
  return BILLING_INTERVALS.find((interval) => billed.includes(interval)) ?? "monthly";
}
