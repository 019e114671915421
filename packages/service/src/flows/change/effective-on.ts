import type { Temporal } from "temporal-polyfill";
import type { LoadedContract } from "../../contracts/index.ts";
import { dayOf, nextPeriodEnd, today } from "../../subscriptions/index.ts";

/** The local day on which a change takes effect: `now`, `period_end`, or the named day (R-SUB-4). */
export function effectiveOn(loaded: LoadedContract, effective: string, now: string): Temporal.PlainDate {
  if (effective === "now") return today(loaded, now);
  return effective === "period_end" ? nextPeriodEnd(loaded, today(loaded, now)) : dayOf(loaded, effective);
}
