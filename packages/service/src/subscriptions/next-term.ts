import type { Renewal, SubscriptionRow } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { contractInstant } from "../contracts/index.ts";
import { dueAt, localDay } from "../time.ts";

/** The contract with its next term, and the renewal in its history. */
export function withNextTerm(subscription: SubscriptionRow, timeZone: string, now: string): SubscriptionRow {
  const { contractEndOn, contractEndDate, renewalDuration, contractDuration } = subscription;
  if (contractEndOn === null || contractEndDate === null) throw new Error("a contract without an end does not renew");
  const months = renewalDuration ?? contractDuration;
  const periodType = subscription.renewalPeriodType ?? (months === null ? "monthly_rolling" : "fixed");
  const end = periodType === "fixed" && months !== null ? nextEnd(subscription, contractEndOn, months, timeZone) : null;
  const endDate = end === null ? null : dueAt(end, timeZone);
  const renewal: Renewal = {
    renewedAt: contractInstant(subscription, Temporal.PlainDate.from(contractEndOn), timeZone),
    periodStart: contractEndDate,
    periodEnd: endDate,
    endedOn: contractEndOn,
  };
  return {
    ...subscription,
    contractPeriodType: periodType,
    contractEndOn: end?.toString() ?? null,
    contractEndDate: endDate,
    renewalHistory: [...subscription.renewalHistory, renewal],
    updatedAt: now,
  };
}

/**
 * The end of the next term. It is counted from the start of the contract's terms, not from the last end: a contract
 * from January 31 that renews by a month ends on February 29, March 31, April 30 (R-TIME-2).
 */
function nextEnd(
  subscription: SubscriptionRow,
  contractEndOn: string,
  months: number,
  timeZone: string,
): Temporal.PlainDate {
  const { contractDuration, renewalHistory } = subscription;
  const start = Temporal.PlainDate.from(subscription.contractStartOn);
  const firstEnd = endOfFirstTerm(subscription, contractEndOn, timeZone);
  const added = months * (renewalHistory.length + 1);
  const isCounted = contractDuration !== null && start.add({ months: contractDuration }).equals(firstEnd);
  return isCounted ? start.add({ months: contractDuration + added }) : firstEnd.add({ months: added });
}

/**
 * The first end of the contract. Renewals of development builds before version 0.1 have only its instant: in the time
 * zone of an account that has moved since, that is a day before or after the first end. Next to the end of the
 * contract's duration, it is that end.
 */
function endOfFirstTerm(
  { contractStartOn, contractDuration, renewalHistory }: SubscriptionRow,
  contractEndOn: string,
  timeZone: string,
): Temporal.PlainDate {
  const [first] = renewalHistory;
  if (first === undefined) return Temporal.PlainDate.from(contractEndOn);
  if (first.endedOn !== undefined) return Temporal.PlainDate.from(first.endedOn);
  const seen = Temporal.PlainDate.from(localDay(first.periodStart, timeZone));
  if (contractDuration === null) return seen;
  const agreed = Temporal.PlainDate.from(contractStartOn).add({ months: contractDuration });
  return Math.abs(seen.until(agreed).days) <= 1 ? agreed : seen;
}
