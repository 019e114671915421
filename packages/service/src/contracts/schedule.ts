import {
  type Contract,
  type DatePeriod,
  earlier,
  instantText,
  isBefore,
  nextBillingDate,
  startOfContractDay,
} from "@counterfoil/engine";
import { Temporal } from "temporal-polyfill";
import type { SubscriptionRow } from "@counterfoil/storage";
import type { LoadedContract } from "./load-contracts.ts";
import { dueAt } from "../time.ts";

/**
 * The next date on which something happens to a subscription: something is billed, the contract or a version starts, a
 * pause begins or ends, or the contract ends or renews. Null if nothing more happens.
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

/** The dates in a contract, each with the instant that the caller wrote. */
type ContractDates = Pick<
  SubscriptionRow,
  "contractStartOn" | "contractStartDate" | "contractEndOn" | "contractEndDate" | "firstBillingOn" | "firstBillingDate"
>;

/**
 * The instant shown for a date that follows from a contract: its local midnight, but never before the instant that the
 * contract itself shows for that day. For example, a contract that starts at 00:00Z in Berlin starts an hour into its
 * first day, and its first billing date is not shown earlier (R-TIME-1). The day still counts in full and falls due at
 * its midnight.
 */
export function contractInstant(dates: ContractDates, on: Temporal.PlainDate, timeZone: string): string {
  const day = on.toString();
  const named: readonly (string | null)[] = [
    dates.contractStartOn === day ? dates.contractStartDate : null,
    dates.firstBillingOn === day ? dates.firstBillingDate : null,
    dates.contractEndOn === day ? dates.contractEndDate : null,
  ];
  // All instants have the same format, so they sort as text.
  return named.reduce<string>((at, one) => (one !== null && one > at ? one : at), dueAt(on, timeZone));
}

function toDate(text: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(text);
}

/** Days of the contract as instants (R-TIME-1). */
export function instants(contract: Contract, { start, end }: DatePeriod): { start: string; end: string } {
  return {
    start: instantText(startOfContractDay(contract, start)),
    end: instantText(startOfContractDay(contract, end)),
  };
}
