import type { Temporal } from "temporal-polyfill";
import type { LoadedContract } from "../../contracts/index.ts";
import { DomainError, invalid } from "../../errors/index.ts";
import { lastBilledOn } from "./billed-through.ts";

/** Refuses a day that is over, or that lies before what was billed. */
export function refusePast(loaded: LoadedContract, day: Temporal.PlainDate, today: Temporal.PlainDate): void {
  if (day.toString() < today.toString()) {
    const detail = `${day} is over for the account, where it is ${today}.`;
    throw invalid([{ pointer: "/effective", code: "in_the_past", detail }]);
  }
  const billedOn = lastBilledOn(loaded);
  if (billedOn !== null && day.toString() < billedOn.toString()) {
    throw new DomainError(
      "state_conflict",
      `The subscription is billed up to ${billedOn}; choose that day or a later one.`,
    );
  }
}
