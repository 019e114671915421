import { instantText, isBefore, earlier, nextBillingDate, startOfDay } from "@counterfoil/engine";
import { Temporal } from "temporal-polyfill";
import type { LoadedContract } from "./load-contracts.ts";

/**
 * The next date on which something happens to a subscription: something is billed, the contract or a version starts, a pause
 * begins or ends, or the contract ends or renews. Null when nothing ever will.
 */
export function nextDueOn(loaded: LoadedContract, after: Temporal.PlainDate | null): Temporal.PlainDate | null {
  const { contract, subscription, versions, pauses } = loaded;
  const days = [
    subscription.contractStartOn,
    ...versions.map(({ status, startOn }) => (status === "published" ? startOn : null)),
    ...pauses.flatMap(({ startsOn, endsOn, state }) => (state === "over" ? [] : [startsOn, endsOn])),
    ...(subscription.endedAt === null ? [subscription.contractEndOn, subscription.cancelsOn] : []),
  ];
  const candidates = [nextBillingDate(contract, after), ...days.map((day) => (day === null ? null : toDate(day)))];
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
