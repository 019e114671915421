import { findSubscriptionsByMetric } from "@counterfoil/storage";
import { type LoadedContract, loadContracts } from "../contracts/index.ts";
import type { Work } from "../context.ts";
import { billingPeriods, calendarPeriods, type Concern, type JudgedUsage } from "./judged-periods.ts";

/**
 * The periods that run now; and the one before and the one after, where new events lie in it: what happened in a period's last
 * moments is looked at in the first of the next, and events may be sent an hour ahead (R-EVT-4).
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
