import { includedUnits, localDate, usagePeriodsAt } from "@counterfoil/engine";
import { postgresUsageStore, type Tx, type UsageQuestion } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { instants, type LoadedContract } from "../contracts/index.ts";
import { usageMetric } from "../metrics/index.ts";
import { requireMeasured } from "../usage/index.ts";

/** What of a metric is used so far in the billing period that runs. */
export interface PortalUsage {
  metric: string;
  unitLabel: string | null;
  quantity: string;
  /** What its price charges nothing more for; null where it charges from the first unit on. */
  included: string | null;
  periodStart: string;
  periodEnd: string;
}

/** The usage so far of every metric that a contract bills, by the instants of the periods that run now. */
export async function usageSoFar(
  tx: Tx,
  { contract, prices, account }: LoadedContract,
  now: string,
): Promise<PortalUsage[]> {
  const today = localDate(Temporal.Instant.from(now), contract.timeZone);
  const metrics = new Map([...prices.values()].flatMap(({ metrics: counted }) => counted.map((one) => [one.id, one])));
  const counted = [...metrics.values()].flatMap((metric) =>
    usagePeriodsAt(contract, metric.id, today).map(({ interval, span, plan }) => {
      const sold = plan.slots.flatMap(({ price }) => (price.metricIds.includes(metric.id) ? [price] : []));
      return { key: `${metric.id} ${interval}`, metric, sold, period: instants(contract, span) };
    }),
  );
  const questions = counted.map(({ key, metric, period }): UsageQuestion => {
    const whole = { throughSequence: null, groupBy: [], except: [] };
    return { key, accountId: account.id, metric: usageMetric(metric), ...period, ...whole };
  });
  const answers = new Map((await postgresUsageStore.read(tx, questions)).map((answer) => [answer.key, answer]));
  return counted.map(({ key, metric, sold, period }) => {
    const answer = answers.get(key);
    if (answer === undefined) throw new Error(`the usage of ${metric.id} was not measured`);
    const included = sold.flatMap(({ model }) => includedUnits(model) ?? []);
    return {
      metric: metric.name,
      unitLabel: sold.find(({ unitLabel }) => unitLabel !== null)?.unitLabel ?? null,
      quantity: requireMeasured(answer).quantity.toCanonical(),
      included: included[0]?.toCanonical() ?? null,
      periodStart: period.start,
      periodEnd: period.end,
    };
  });
}
