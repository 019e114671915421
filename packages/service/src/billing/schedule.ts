import { instantText, isBefore, earlier, nextBillingDate, startOfDay } from "@counterfoil/engine";
import { Temporal } from "temporal-polyfill";
import type { LoadedContract } from "./load-contracts.ts";

/**
 * The next date on which something happens to a subscription: something is billed, a version starts, or the contract ends
 * or renews. Null when nothing ever will.
 */
export function nextDueOn(loaded: LoadedContract, after: Temporal.PlainDate | null): Temporal.PlainDate | null {
  const { contract, subscription, versions } = loaded;
  const candidates = [nextBillingDate(contract, after)];
  for (const version of versions) {
    if (version.status === "published" && version.startOn !== null) candidates.push(toDate(version.startOn));
  }
  if (subscription.contractEndOn !== null && subscription.endedAt === null) {
    candidates.push(toDate(subscription.contractEndOn));
  }
  return candidates
    .filter((date): date is Temporal.PlainDate => date !== null && (after === null || isBefore(after, date)))
    .reduce<Temporal.PlainDate | null>((first, date) => (first === null ? date : earlier(first, date)), null);
}

/** The instant at which a due date begins for the account: its local midnight. */
export function dueAt(on: Temporal.PlainDate, timeZone: string): string {
  return instantText(startOfDay(on, timeZone));
}

function toDate(text: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(text);
}
