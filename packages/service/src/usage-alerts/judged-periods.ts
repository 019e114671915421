import { type BillingPlan, instantText, localDate, startOfContractDay, usagePeriodsAt } from "@counterfoil/engine";
import type { JudgedAccount, UsageAlertRow } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { LoadedContract } from "../contracts/index.ts";
import { currentCalendarPeriod } from "../entitlements/index.ts";

/** An alert and an account for which it may have reached a threshold. */
export interface Concern {
  readonly alert: UsageAlertRow;
  readonly account: JudgedAccount;
  /** When the account's new events happened; null if new events are not the reason for the check. */
  readonly happened: { readonly first: string; readonly last: string } | null;
}

/**
 * The usage that is compared with the thresholds of an alert: one period of an account, or of one of its subscriptions.
 */
export interface JudgedUsage {
  readonly alert: UsageAlertRow;
  readonly accountId: string;
  /** The current time of the account's clock. */
  readonly now: string;
  /** "" if usage is evaluated for the whole account. */
  readonly subscriptionId: string;
  /** The key of reported thresholds: the first local day, not the instant, which moves with the time zone. */
  readonly label: string;
  /** Instants, half-open; no end if the period never ends. */
  readonly start: string;
  readonly end: string | null;
  /** Only for a billing period: what its invoice will charge for the usage. */
  readonly billed: { readonly loaded: LoadedContract; readonly plan: BillingPlan } | null;
}

type CalendarUnit = Parameters<typeof currentCalendarPeriod>[0];

/** Calendar periods of an account, for the whole account. */
export function calendarPeriods(
  { alert, account, happened }: Concern,
  unit: CalendarUnit,
  present: string,
): JudgedUsage[] {
  const now = account.frozenTime ?? present;
  const periodAt = (instant: string) => currentCalendarPeriod(unit, account.timeZone, instant);
  const running = periodAt(now);
  const { start, end } = running;
  // A period without an end has no neighbors.
  const isBefore = happened !== null && end !== null && happened.first < start;
  const isAfter = happened !== null && end !== null && happened.last >= end;
  const periods = [...(isBefore ? [periodAt(momentBefore(start))] : []), running, ...(isAfter ? [periodAt(end)] : [])];
  return periods.map((period) => {
    return { alert, accountId: account.id, now, subscriptionId: "", billed: null, ...period };
  });
}

function momentBefore(instant: string): string {
  return instantText(Temporal.Instant.from(instant).subtract({ milliseconds: 1 }));
}

/** Billing periods of the metric in a subscription; empty if the alert watches an amount in another currency. */
export function billingPeriods(
  { alert, account, happened }: Concern,
  loaded: LoadedContract,
  present: string,
): JudgedUsage[] {
  const { contract, subscription } = loaded;
  if (alert.measure === "amount" && alert.currency !== contract.currency) return [];
  const now = account.frozenTime ?? present;
  const periodsAt = (day: Temporal.PlainDate) => usagePeriodsAt(contract, alert.metricId, day);
  const instantOf = (day: Temporal.PlainDate) => instantText(startOfContractDay(contract, day));
  return periodsAt(localDate(Temporal.Instant.from(now), contract.timeZone)).flatMap((running) => {
    const { start, end } = running.span;
    const before = happened !== null && happened.first < instantOf(start) ? periodsAt(start.subtract({ days: 1 })) : [];
    const after = happened !== null && happened.last >= instantOf(end) ? periodsAt(end) : [];
    const around = [...before, ...after].filter(({ interval }) => interval === running.interval);
    return [...around, running].map(({ interval, span, plan }) => ({
      alert,
      accountId: account.id,
      now,
      subscriptionId: subscription.id,
      label: `${span.start} ${interval}`,
      start: instantOf(span.start),
      end: instantOf(span.end),
      billed: { loaded, plan },
    }));
  });
}
