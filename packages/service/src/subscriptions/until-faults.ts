import { Temporal } from "temporal-polyfill";
import type { Fault } from "../errors/index.ts";

const MOST_MONTHS_AHEAD = 60;

/** A preview covers at least one day, and at most five years. */
export function untilFaults(startsOn: Temporal.PlainDate, until: Temporal.PlainDate): Fault[] {
  const last = startsOn.add({ months: MOST_MONTHS_AHEAD });
  const isFine = Temporal.PlainDate.compare(startsOn, until) < 0 && Temporal.PlainDate.compare(until, last) <= 0;
  if (isFine) return [];
  const detail = `until must be after the contract start, ${startsOn}, and at most ${last}.`;
  return [{ pointer: "/until", code: "out_of_range", detail }];
}
