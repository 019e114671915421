import { findSubscriptionsByMetric } from "@counterfoil/storage";
import { type LoadedContract, loadContracts } from "../contracts/index.ts";
import type { Work } from "../context.ts";
import { billingPeriods, calendarPeriods, type Concern, type JudgedUsage } from "./judged-periods.ts";

/**
 * The current periods, and the previous and next period if they contain new events: events of a period's last moments
 * are checked in the first moments of the next, and events may be sent an hour ahead (R-EVT-4).
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
