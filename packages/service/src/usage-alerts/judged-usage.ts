import { type BillingPlan, instantText, localDate, startOfContractDay, usagePeriodsAt } from "@counterfoil/engine";
import { findSubscriptionsByMetric, type JudgedAccount, type UsageAlertRow } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { type LoadedContract, loadContracts } from "../billing/load-contracts.ts";
import type { Work } from "../context.ts";
import { currentCalendarPeriod } from "../entitlements/current-period.ts";

/** An alert, and an account that it may have to be told of. */
export interface Concern {
  readonly alert: UsageAlertRow;
  readonly account: JudgedAccount;
  /** When the earliest of the account's new events happened; null where it is not for new events that it is looked at. */
  readonly since: string | null;
}

/** What is held against the thresholds of an alert: one period of an account, or of one of its subscriptions. */
export interface JudgedUsage {
  readonly alert: UsageAlertRow;
  readonly accountId: string;
  /** The account's present. */
  readonly now: string;
  /** "" where usage is judged for the account as a whole. */
  readonly subscriptionId: string;
  /** What thresholds are told under: the first local day and not the instant, which moves with the zone. */
  readonly label: string;
  /** Instants, half-open; no end where it never ends. */
  readonly start: string;
  readonly end: string | null;
  /** Of a billing period: what its invoice is to charge for the usage. */
  readonly billed: { readonly loaded: LoadedContract; readonly plan: BillingPlan } | null;
}

/**
 * The periods that run now; and those before them, where new events lie in one: what happened in a period's last moments is
 * looked at in the first of the next.
 */
export async function usageToJudge(work: Work, concerns: readonly Concern[]): Promise<JudgedUsage[]> {
  const now = work.clock.now();
  const contractsOf = await loadContractsOf(work, concerns);
  return concerns.flatMap((concern) =>
    concern.alert.period === "billing_period"
      ? (contractsOf.get(concern.account.id) ?? []).flatMap((loaded) => billingPeriods(concern, loaded, now))
      : calendarPeriods(concern, concern.alert.period, now),
  );
}

async function loadContractsOf(work: Work, concerns: readonly Concern[]): Promise<Map<string, LoadedContract[]>> {
  const billed = concerns.filter(({ alert }) => alert.period === "billing_period");
  const accountIds = new Set(billed.map(({ account }) => account.id));
  const metricIds = new Set(billed.map(({ alert }) => alert.metricId));
  const subscriptions = await findSubscriptionsByMetric(work.tx, [...accountIds], [...metricIds]);
  return Map.groupBy(await loadContracts(work.tx, subscriptions), ({ account }) => account.id);
}

type CalendarPeriod = Parameters<typeof currentCalendarPeriod>[0];

function calendarPeriods({ alert, account, since }: Concern, period: CalendarPeriod, present: string): JudgedUsage[] {
  const now = account.frozenTime ?? present;
  const running = currentCalendarPeriod(period, account.timeZone, now);
  const isEarlier = since !== null && since < running.start && period !== "none";
  const before = isEarlier ? [currentCalendarPeriod(period, account.timeZone, momentBefore(running.start))] : [];
  return [...before, running].map(({ label, start, end }) => {
    return { alert, accountId: account.id, now, subscriptionId: "", label, start, end, billed: null };
  });
}

function momentBefore(instant: string): string {
  return instantText(Temporal.Instant.from(instant).subtract({ milliseconds: 1 }));
}

function billingPeriods({ alert, account, since }: Concern, loaded: LoadedContract, present: string): JudgedUsage[] {
  const { contract, subscription } = loaded;
  if (alert.measure === "amount" && alert.currency !== contract.currency) return [];
  const now = account.frozenTime ?? present;
  const today = localDate(Temporal.Instant.from(now), contract.timeZone);
  const instantOf = (day: Temporal.PlainDate) => instantText(startOfContractDay(contract, day));
  return usagePeriodsAt(contract, alert.metricId, today).flatMap((running) => {
    const isEarlier = since !== null && since < instantOf(running.span.start);
    const lastDay = running.span.start.subtract({ days: 1 });
    const before = isEarlier ? usagePeriodsAt(contract, alert.metricId, lastDay) : [];
    const periods = [...before.filter(({ interval }) => interval === running.interval), running];
    return periods.map(({ interval, span, plan }): JudgedUsage => {
      return {
        alert,
        accountId: account.id,
        now,
        subscriptionId: subscription.id,
        label: `${span.start} ${interval}`,
        start: instantOf(span.start),
        end: instantOf(span.end),
        billed: { loaded, plan },
      };
    });
  });
}
