import { Decimal } from "@counterfoil/engine";
import { findMetrics, postgresUsageStore, type Tx, type UsageQuestion } from "@counterfoil/storage";
import { decideInvoices } from "../billing/index.ts";
import { usageMetric } from "../metrics/index.ts";
import { NO_END } from "../entitlements/index.ts";
import { requireMeasured } from "../usage/index.ts";
import { amountOf, type JudgedValue } from "./judged-amount.ts";
import type { JudgedUsage } from "./judged-periods.ts";

/** The current usage of each, with a few statements for any number of them. */
export async function measureJudged(
  tx: Tx,
  judged: readonly JudgedUsage[],
): Promise<ReadonlyMap<JudgedUsage, JudgedValue>> {
  return new Map([
    ...(await measureQuantities(
      tx,
      judged.filter(({ alert }) => alert.measure === "quantity"),
    )),
    ...(await measureAmounts(
      tx,
      judged.filter(({ alert }) => alert.measure === "amount"),
    )),
  ]);
}

async function measureQuantities(tx: Tx, judged: readonly JudgedUsage[]): Promise<[JudgedUsage, JudgedValue][]> {
  const metrics = await findMetrics(tx, [...new Set(judged.map(({ alert }) => alert.metricId))]);
  const metricOf = new Map(metrics.map((metric) => [metric.id, usageMetric(metric)]));
  // Several alerts may need the same measurement.
  const questions = new Map<string, UsageQuestion>();
  for (const usage of judged) {
    const { alert, accountId, start, end } = usage;
    const metric = metricOf.get(alert.metricId);
    if (metric === undefined) throw new Error(`alert ${alert.id} has no metric`);
    const key = questionKey(usage);
    const whole = { throughSequence: null, groupBy: [], except: [] };
    questions.set(key, { key, accountId, metric, start, end: end ?? NO_END, ...whole });
  }
  const answers = await postgresUsageStore.read(tx, [...questions.values()]);
  const quantityOf = new Map(answers.map((answer) => [answer.key, requireMeasured(answer).quantity]));
  return judged.map((usage) => [usage, { value: quantityOf.get(questionKey(usage)) ?? Decimal.zero }]);
}

function questionKey({ alert, accountId, start, end }: JudgedUsage): string {
  return `${alert.metricId} ${accountId} ${start} ${end ?? NO_END}`;
}

/** Decided by the same function as the invoice (R-INV-5), without the lines of other prices. */
async function measureAmounts(tx: Tx, judged: readonly JudgedUsage[]): Promise<[JudgedUsage, JudgedValue][]> {
  const cases = judged.flatMap((usage) => {
    if (usage.billed === null) return [];
    const { loaded, plan } = usage.billed;
    return [{ usage, loaded, on: plan.on, late: [], plan: () => plan, draftId: null, isBilledAgain: false }];
  });
  const decided = cases.length === 0 ? [] : await decideInvoices(tx, cases);
  const decisionOf = new Map(decided.map(({ one, decision }) => [one.usage, decision]));
  return judged.map((usage) => [usage, amountOf(usage, decisionOf.get(usage))]);
}
