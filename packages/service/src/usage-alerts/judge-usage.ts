import { Decimal, formatAmount } from "@counterfoil/engine";
import { findToldThresholds, type ReachedThreshold, type ToldPeriod } from "@counterfoil/storage";
import { inSavepoint } from "../in-savepoint.ts";
import type { Work } from "../context.ts";
import type { Concern, JudgedUsage } from "./judged-periods.ts";
import { usageToJudge } from "./judged-usage.ts";
import { measureJudged } from "./measure-judged.ts";
import { passedThresholds } from "./passed-thresholds.ts";
import type { ThresholdReached } from "./usage-alert.ts";

/** A threshold that usage reached, with the data for its notification if it was not reported before. */
export interface Reached extends ReachedThreshold {
  readonly told: ThresholdReached;
}

/** Called with each failure. The other accounts are still evaluated. */
export type OnAlertFailure = (failure: Error) => void;

/** The number of concerns that are evaluated with the same statements. */
const AT_ONCE = 500;

/** The reached thresholds that were not reported yet, ascending for each alert and account. Writes nothing. */
export async function judgeUsage(
  work: Work,
  concerns: readonly Concern[],
  onFailure: OnAlertFailure,
): Promise<Reached[]> {
  const reached: Reached[] = [];
  for (let first = 0; first < concerns.length; first += AT_ONCE) {
    reached.push(...(await judgeSome(work, concerns.slice(first, first + AT_ONCE), onFailure)));
  }
  return reached;
}

/** If the batch fails, each concern is evaluated alone, and only the failing one is left out. */
async function judgeSome(work: Work, concerns: readonly Concern[], onFailure: OnAlertFailure): Promise<Reached[]> {
  const judged = await inSavepoint(work, () => judgeTogether(work, concerns, onFailure));
  if (!("failure" in judged)) return judged;
  if (concerns.length === 1) {
    onFailure(new Error(`usage could not be checked for ${namesOf(concerns)}`, { cause: judged.failure }));
    return [];
  }
  const reached: Reached[] = [];
  for (const concern of concerns) reached.push(...(await judgeSome(work, [concern], onFailure)));
  return reached;
}

function namesOf(concerns: readonly Concern[]): string {
  return concerns.map(({ alert, account }) => `the alert ${alert.id} and the account ${account.id}`).join(", ");
}

async function judgeTogether(work: Work, concerns: readonly Concern[], onFailure: OnAlertFailure): Promise<Reached[]> {
  const open = await withoutTold(work, await usageToJudge(work, concerns));
  const values = await measureJudged(
    work.tx,
    open.map(({ usage }) => usage),
  );
  return open.flatMap(({ usage, thresholds }) => {
    const measured = values.get(usage);
    if (measured === undefined) return [];
    if ("failure" in measured) {
      onFailure(new Error(`the alert ${usage.alert.id} could not check ${usage.subscriptionId}: ${measured.failure}`));
      return [];
    }
    const passed = passedThresholds(thresholds, measured.value);
    return passed.map((threshold) => toReached(usage, threshold, measured.value));
  });
}

interface OpenUsage {
  readonly usage: JudgedUsage;
  /** The thresholds that were not reported yet, ascending. */
  readonly thresholds: readonly string[];
}

/** Usage without unreported thresholds is not measured. */
async function withoutTold(work: Work, judged: readonly JudgedUsage[]): Promise<OpenUsage[]> {
  const told = await findToldThresholds(work.tx, judged.map(toldPeriod));
  const isTold = new Set(told.map((row) => thresholdKey(row, row.threshold)));
  return judged.flatMap((usage) => {
    const period = toldPeriod(usage);
    const thresholds = usage.alert.thresholds.filter((threshold) => !isTold.has(thresholdKey(period, threshold)));
    return thresholds.length === 0 ? [] : [{ usage, thresholds }];
  });
}

function toldPeriod({ alert, accountId, subscriptionId, label }: JudgedUsage): ToldPeriod {
  return { alertId: alert.id, accountId, subscriptionId, period: label };
}

/** One key for each threshold of a period, in any notation of its decimals. */
export function thresholdKey({ alertId, accountId, subscriptionId, period }: ToldPeriod, threshold: string): string {
  return [alertId, accountId, subscriptionId, period, Decimal.of(threshold).toCanonical()].join(" ");
}

function toReached(usage: JudgedUsage, threshold: string, measured: Decimal): Reached {
  const { alert, accountId, subscriptionId, now, start, end } = usage;
  const { currency } = alert;
  const value = currency === null ? measured.toCanonical() : formatAmount({ amount: measured, currency });
  const told: ThresholdReached = {
    alertId: alert.id,
    alertName: alert.name,
    accountId,
    subscriptionId: subscriptionId === "" ? null : subscriptionId,
    metricId: alert.metricId,
    measure: alert.measure,
    currency,
    threshold,
    value,
    period: end === null ? null : { from: start, to: end },
    reachedAt: now,
  };
  return { ...toldPeriod(usage), threshold, value, reachedAt: now, told };
}
