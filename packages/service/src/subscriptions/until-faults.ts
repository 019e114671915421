import { Temporal } from "temporal-polyfill";
import type { Fault } from "../errors/index.ts";

const MOST_MONTHS_AHEAD = 60;

/** A preview looks at least at one day, and at most five years ahead. */
export function untilFaults(startsOn: Temporal.PlainDate, until: Temporal.PlainDate): Fault[] {
  const last = startsOn.add({ months: MOST_MONTHS_AHEAD });
  const isFine = Temporal.PlainDate.compare(startsOn, until) < 0 && Temporal.PlainDate.compare(until, last) <= 0;
  if (isFine) return [];
  const detail = `A day after the contract's start, ${startsOn}, and up to ${last}.`;
  return [{ pointer: "/until", code: "out_of_range", detail }];
}
