import type { SubscriptionRow } from "@counterfoil/storage";
import type { Temporal } from "temporal-polyfill";
import { contractInstant, type LoadedContract, nextDueOn } from "../../contracts/index.ts";
import { dueAt } from "../../time.ts";

/** A date that was billed. */
interface BilledDate {
  /** The subscription on that day. A renewal may have moved its end since then. */
  readonly before: SubscriptionRow;
  readonly on: Temporal.PlainDate;
  readonly isInvoiced: boolean;
}

/**
 * The subscription after a date was billed: its next due date, which is null once it has ended, and its last billing
 * date.
 */
export function progressOf(passed: LoadedContract, { before, on, isInvoiced }: BilledDate): SubscriptionRow {
  const next = passed.subscription.endedAt === null ? nextDueOn(passed, on) : null;
  const { timeZone } = passed.contract;
  return {
    ...passed.subscription,
    nextBillingOn: next?.toString() ?? null,
    nextBillingAt: next === null ? null : dueAt(next, timeZone),
    ...(isInvoiced ? { lastBillingDate: contractInstant(before, on, timeZone), lastBillingOn: on.toString() } : {}),
  };
}
