import { Temporal } from "temporal-polyfill";
import type { LoadedContract } from "../../contracts/index.ts";
import { DomainError } from "../../errors/index.ts";
import { lastBilledOn } from "./billed-through.ts";

/**
 * Refuses a version that starts before the last billing date, because later invoices would then have billed another
 * contract. Also refuses a version that starts after the end.
 */
export function refuseStart(
  before: Pick<LoadedContract, "subscription" | "contract">,
  startsOn: Temporal.PlainDate,
): void {
  const { contract } = before;
  const billedOn = lastBilledOn(before);
  if (billedOn !== null && Temporal.PlainDate.compare(startsOn, billedOn) < 0) {
    throw new DomainError(
      "state_conflict",
      `The version would start on ${startsOn}, but the subscription is already billed until ${billedOn}. ` +
        "Choose that day or a later one.",
    );
  }
  if (contract.endsOn !== null && Temporal.PlainDate.compare(startsOn, contract.endsOn) >= 0) {
    throw new DomainError(
      "state_conflict",
      `The version would start on ${startsOn}, but the subscription ends on ${contract.endsOn}. ` +
        "Choose an earlier day, or withdraw the cancellation.",
    );
  }
}
