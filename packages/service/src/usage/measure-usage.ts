import { type GroupUsage, instantText, invariant, localDate, parseGroupBy, startOfDay } from "@counterfoil/engine";
import {
  type AccountRow,
  findAccount,
  findMetric,
  getOrganization,
  listAllMetrics,
  type MetricRow,
  postgresUsageStore,
  type Tx,
  type UsageQuestion,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { accountNow, accountTimeZone } from "../clocks/index.ts";
import { usageMetric } from "../metrics/index.ts";
import { timeZoneFaults } from "../codes.ts";
import { type Context, read, transact } from "../context.ts";
import { DomainError, notFound, refuseParameters } from "../errors/index.ts";
import { toInstantText } from "../time.ts";
import { requireMeasured } from "./require-measured.ts";
import { refuseWindowsOfAll, type UsageWindow, type WindowPeriod, windowsOf } from "./windows.ts";

/** The usage of a metric by an account in a period. */
export interface MeasuredUsage extends MeasuredPeriod {
  metricId: string;
  accountId: string;
  /** Present if `window` was requested: the windows of the period, each measured separately. */
  windows?: MeasuredPeriod[];
}

export interface MeasuredPeriod {
  from: string;
  to: string;
  quantity: string;
  eventCount: number;
  /** Present if `groupBy` was requested. */
  groups?: MeasuredGroup[];
}

export interface MeasuredGroup {
  /** Value by property; missing if the events lack the property. */
  values: Readonly<Record<string, string>>;
  quantity: string;
  eventCount: number;
}

/** The usage of all metrics by an account in a period. */
export interface AccountUsage {
  accountId: string;
  from: string;
  to: string;
  metrics: MeasuredMetric[];
}

export interface MeasuredMetric {
  metricId: string;
  name: string;
  eventName: string;
  quantity: string;
  eventCount: number;
  windows?: Omit<MeasuredPeriod, "groups">[];
}

export interface UsagePeriod {
  /** Instants, or dates that mean the start of that day in the time zone; half-open. Defaults to the current month. */
  readonly from?: string;
  readonly to?: string;
  readonly window?: UsageWindow;
  /** The time zone of dates and windows. Defaults to the account's. */
  readonly timezone?: string;
}

export interface UsageRange extends UsagePeriod {
  /** ID or alias. */
  readonly account: string;
  /** The properties by which to split the usage, independent of the metric's own. */
  readonly groupBy?: readonly string[];
}

/**
 * Includes every acknowledged event (R-EVT-7). For most metrics the cost does not grow with the number of events
 * (R-EVT-8).
 */
export async function measureUsage(context: Context, metricId: string, range: UsageRange): Promise<MeasuredUsage> {
  const groupBy = readGroupBy(range.groupBy);
  const { metric, account, asked } = await read(context, async (tx) => {
    const [found, of] = await Promise.all([findMetric(tx, metricId), findPeriod(context, tx, range.account, range)]);
    if (found === undefined) throw notFound("metric", metricId);
    return { metric: found, ...of };
  });
  const [measured] = await measure(context, { accountId: account.id, metrics: [metric], asked, groupBy });
  invariant(measured !== undefined, "one metric has one answer");
  return { metricId: metric.id, accountId: account.id, ...shown(measured, range.groupBy !== undefined) };
}

/** The usage of every metric of the organization, or of some metrics, by one account. */
export async function measureAccountUsage(
  context: Context,
  accountId: string,
  { metricIds, ...period }: UsagePeriod & { readonly metricIds?: readonly string[] },
): Promise<AccountUsage> {
  const { metrics, account, asked } = await read(context, async (tx) => {
    const [all, of] = await Promise.all([listAllMetrics(tx), findPeriod(context, tx, accountId, period)]);
    return { metrics: metricIds === undefined ? all : all.filter(({ id }) => metricIds.includes(id)), ...of };
  });
  refuseWindowsOfAll(metrics.length, asked.windows?.length ?? 0);
  const measured = await measure(context, { accountId: account.id, metrics, asked, groupBy: [] });
  const rows = metrics.map(({ id, name, eventName }, index) => {
    const answer = measured[index];
    invariant(answer !== undefined, "each metric has an answer");
    const { quantity, eventCount, windows } = shown(answer, false);
    return { metricId: id, name, eventName, quantity, eventCount, ...(windows === undefined ? {} : { windows }) };
  });
  return { accountId: account.id, from: asked.whole.from, to: asked.whole.to, metrics: rows };
}

/** A period with the requested windows, if any. */
interface AskedPeriod {
  readonly whole: WindowPeriod;
  readonly windows: readonly WindowPeriod[] | undefined;
}

/** The account and period of a query, and the metrics that it needs, loaded together. */
async function findPeriod(
  { clock }: Context,
  tx: Tx,
  idOrAlias: string,
  period: UsagePeriod,
): Promise<{ account: AccountRow; asked: AskedPeriod }> {
  const [account, organization] = await Promise.all([findAccount(tx, idOrAlias), getOrganization(tx)]);
  if (account === undefined) throw notFound("account", idOrAlias);
  const zone = period.timezone ?? accountTimeZone(account, organization);
  refuseParameters(timeZoneFaults("/timezone", period.timezone));
  const month = monthOf(await accountNow({ tx, clock }, account), zone);
  const from = period.from === undefined ? month.from : toInstantText(period.from, zone);
  const to = period.to === undefined ? month.to : toInstantText(period.to, zone);
  refuseBackwards(from, to);
  const whole = { from, to };
  return {
    account,
    asked: { whole, windows: period.window === undefined ? undefined : windowsOf(whole, period.window, zone) },
  };
}

interface Measured {
  readonly whole: PeriodAnswer;
  readonly windows: readonly PeriodAnswer[] | undefined;
}

type PeriodAnswer = WindowPeriod & Pick<ReturnType<typeof requireMeasured>, "quantity" | "eventCount" | "groups">;

interface UsageReading {
  readonly accountId: string;
  readonly metrics: readonly MetricRow[];
  readonly asked: AskedPeriod;
  readonly groupBy: readonly string[];
}

/** Measures the whole period and each window, for any number of metrics in one query. */
async function measure(
  context: Context,
  { accountId, metrics, asked: { whole, windows }, groupBy }: UsageReading,
): Promise<Measured[]> {
  const periods = [whole, ...(windows ?? [])];
  const questions = metrics.flatMap((metric): UsageQuestion[] => {
    const measuring = usageMetric(metric);
    return periods.map(({ from, to }, index) => ({
      key: `${metric.id} ${index}`,
      accountId,
      metric: measuring,
      start: from,
      end: to,
      throughSequence: null,
      groupBy,
      except: [],
    }));
  });
  const lookedUp = await read(context, (tx) => postgresUsageStore.lookUp(tx, questions));
  const measured = lookedUp ?? (await transact(context, ({ tx }) => postgresUsageStore.read(tx, questions)));
  const answers = measured.map(requireMeasured);
  return metrics.map((_, metric) => {
    const [first, ...rest] = periods.map((period, index): PeriodAnswer => {
      const answer = answers[metric * periods.length + index];
      invariant(answer !== undefined, "each question has an answer");
      return { ...period, ...answer };
    });
    invariant(first !== undefined, "the whole period is asked first");
    return { whole: first, windows: windows && rest };
  });
}

function shown({ whole, windows }: Measured, withGroups: boolean): MeasuredPeriod & { windows?: MeasuredPeriod[] } {
  return {
    ...shownPeriod(whole, withGroups),
    ...(windows === undefined ? {} : { windows: windows.map((each) => shownPeriod(each, withGroups)) }),
  };
}

function shownPeriod({ from, to, quantity, eventCount, groups }: PeriodAnswer, withGroups: boolean): MeasuredPeriod {
  const counted = { from, to, quantity: quantity.toCanonical(), eventCount };
  return withGroups ? { ...counted, groups: groups.map(toMeasuredGroup) } : counted;
}

function readGroupBy(names: readonly string[] | undefined): readonly string[] {
  const parsed = parseGroupBy(names);
  if (parsed.ok) return parsed.groupBy;
  throw new DomainError("invalid_parameter", "Invalid parameter: groupBy. See errors.", parsed.faults);
}

function toMeasuredGroup({ values, quantity, eventCount }: GroupUsage): MeasuredGroup {
  return { values, quantity: quantity.toCanonical(), eventCount };
}

function monthOf(now: string, zone: string): WindowPeriod {
  const first = localDate(Temporal.Instant.from(now), zone).with({ day: 1 });
  return {
    from: instantText(startOfDay(first, zone)),
    to: instantText(startOfDay(first.add({ months: 1 }), zone)),
  };
}

function refuseBackwards(from: string, to: string): void {
  if (from < to) return;
  const detail = "to must be later than from.";
  throw new DomainError("invalid_parameter", detail, [{ pointer: "/to", code: "not_after_from", detail }]);
}
