import {
  type GroupUsage,
  instantText,
  invariant,
  isTimeZone,
  localDate,
  parseGroupBy,
  startOfDay,
} from "@counterfoil/engine";
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
import { type Context, read, transact } from "../context.ts";
import { DomainError, notFound } from "../errors/index.ts";
import { toInstantText } from "../time.ts";
import { requireMeasured } from "./require-measured.ts";
import { refuseWindowsOfAll, type UsageWindow, type WindowPeriod, windowsOf } from "./windows.ts";

/** What a metric measured for an account in a period. */
export interface MeasuredUsage extends MeasuredPeriod {
  metricId: string;
  accountId: string;
  /** Present when `window` was asked for: the period in pieces, each measured by itself. */
  windows?: MeasuredPeriod[];
}

export interface MeasuredPeriod {
  from: string;
  to: string;
  quantity: string;
  eventCount: number;
  /** Present when `groupBy` was asked for. */
  groups?: MeasuredGroup[];
}

export interface MeasuredGroup {
  /** Value by property; one that the events do not have is missing. */
  values: Readonly<Record<string, string>>;
  quantity: string;
  eventCount: number;
}

/** What all metrics measured for an account in a period. */
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
  /** Instants, or dates that mean the start of that day in the zone; half-open. By default the running month. */
  readonly from?: string;
  readonly to?: string;
  readonly window?: UsageWindow;
  /** In which dates and windows are meant; the account's zone by default. */
  readonly timezone?: string;
}

export interface UsageRange extends UsagePeriod {
  /** Id or alias. */
  readonly account: string;
  /** Names of the properties to split the usage by, whether the metric does so or not. */
  readonly groupBy?: readonly string[];
}

/** Sees every answered event (R-EVT-7); of most metrics at a cost that does not grow with them (R-EVT-8). */
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

/** What every metric of the organization measured for one account. */
export async function measureAccountUsage(
  context: Context,
  accountId: string,
  period: UsagePeriod,
): Promise<AccountUsage> {
  const { metrics, account, asked } = await read(context, async (tx) => {
    const [all, of] = await Promise.all([listAllMetrics(tx), findPeriod(context, tx, accountId, period)]);
    return { metrics: all, ...of };
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

/** A period with the windows that it is asked in, if any. */
interface AskedPeriod {
  readonly whole: WindowPeriod;
  readonly windows: readonly WindowPeriod[] | undefined;
}

/** Whom a reading is of and of which time. What it asks is looked up at once. */
async function findPeriod(
  { clock }: Context,
  tx: Tx,
  idOrAlias: string,
  period: UsagePeriod,
): Promise<{ account: AccountRow; asked: AskedPeriod }> {
  const [account, organization] = await Promise.all([findAccount(tx, idOrAlias), getOrganization(tx)]);
  if (account === undefined) throw notFound("account", idOrAlias);
  const zone = period.timezone ?? accountTimeZone(account, organization);
  if (!isTimeZone(zone)) {
    const detail = `${zone} is no IANA time zone name such as Europe/Berlin.`;
    throw new DomainError("invalid_parameter", detail, [{ pointer: "/timezone", code: "unknown_timezone", detail }]);
  }
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

/** Measures the whole and each window of it, for any number of metrics in one reading. */
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
  throw new DomainError("invalid_parameter", "Wrong parameters: groupBy.", parsed.faults);
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
