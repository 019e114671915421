import type { Temporal } from "temporal-polyfill";
import type { LoadedContract } from "../../contracts/index.ts";
import { DomainError, invalid } from "../../errors/index.ts";
import { lastBilledOn } from "./billed-through.ts";

/** Refuses a day that is over, and a day before the last billing date. */
export function refusePast(loaded: LoadedContract, day: Temporal.PlainDate, today: Temporal.PlainDate): void {
  if (day.toString() < today.toString()) {
    const detail = `${day} is in the past. Use ${today}, the current day of the account, or a later day.`;
    throw invalid([{ pointer: "/effective", code: "in_the_past", detail }]);
  }
  const billedOn = lastBilledOn(loaded);
  if (billedOn !== null && day.toString() < billedOn.toString()) {
    throw new DomainError(
      "state_conflict",
      `The subscription is already billed until ${billedOn}. Choose that day or a later one.`,
    );
  }
}
