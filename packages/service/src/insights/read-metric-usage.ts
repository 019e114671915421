import { Decimal, instantText, startOfDay } from "@counterfoil/engine";
import {
  type CountedDays,
  getOrganization,
  type MetricUsageRow,
  type Tx,
  usageByAccount,
  usageByMetric,
} from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { notFound } from "../errors/index.ts";
import { fingerprintOf } from "../events/index.ts";
import { includesTestClocks, type InsightRange, readRange } from "./insight-range.ts";
import { pageOf, type PlacePage, readPlaceCursor } from "./place-cursor.ts";

/** What a metric counted for all accounts on the requested days. */
export interface MetricUsage {
  metricId: string;
  name: string;
  method: MetricUsageRow["method"];
  quantity: string | null;
  eventCount: number;
  /** The number of accounts with usage of this metric. */
  accounts: number;
  isComplete: boolean;
}

export interface UsageByMetric {
  from: string;
  to: string;
  items: MetricUsage[];
}

/** Usage by metric, over days in the organization's zone. */
export function readUsageByMetric(context: Context, question: InsightRange): Promise<UsageByMetric> {
  return onDays(context, question, async (tx, days) => {
    return { items: (await usageByMetric(tx, days)).map(toMetricUsage) };
  });
}

/** What a metric counted for one account on the requested days. */
export interface AccountUsage {
  accountId: string;
  quantity: string | null;
  eventCount: number;
}

export interface UsageByAccount extends PlacePage<AccountUsage> {
  from: string;
  to: string;
  metricId: string;
  /** The figures of all accounts together. Null after the first page. */
  total: { quantity: string | null; eventCount: number; accounts: number } | null;
}

/** The accounts behind the usage of a metric, the largest usage first. */
export function listUsageByAccount(
  context: Context,
  question: InsightRange & { metricId: string },
  cursor: string | undefined,
  limit: number,
): Promise<UsageByAccount> {
  const { metricId, from, to, testClocks } = question;
  const walk = fingerprintOf([metricId, from, to, testClocks]);
  const after = cursor === undefined ? [] : readPlaceCursor(walk, cursor, 2);
  return onDays(context, question, async (tx, days) => {
    const [of] = await usageByMetric(tx, days, metricId);
    if (of === undefined) throw notFound("metric", metricId);
    const rows = await usageByAccount(tx, { ...days, metricId }, after, limit + 1);
    const page = pageOf(walk, rows, limit, ({ rank, accountId }) => [rank, accountId]);
    const items = page.items.map(({ accountId, quantity, eventCount }): AccountUsage => {
      return { accountId, quantity: shown(quantity), eventCount: Number(eventCount) };
    });
    const { quantity, eventCount, accounts } = toMetricUsage(of);
    return { metricId, ...page, items, total: cursor === undefined ? { quantity, eventCount, accounts } : null };
  });
}

function onDays<Answer extends object>(
  context: Context,
  question: InsightRange,
  answer: (tx: Tx, days: CountedDays) => Promise<Answer>,
): Promise<Answer & { from: string; to: string }> {
  return read(context, async (tx) => {
    const { start, end } = await readRange(context, tx, question, "this_month");
    const { timezone } = await getOrganization(tx);
    const [from, to] = [startOfDay(start, timezone), startOfDay(end, timezone)];
    const days = {
      from: instantText(from),
      to: instantText(to),
      withTestClocks: includesTestClocks(question),
    };
    return { ...(await answer(tx, days)), from: start.toString(), to: end.toString() };
  });
}

export function toMetricUsage({ quantity, eventCount, accounts, ...row }: MetricUsageRow): MetricUsage {
  return { ...row, quantity: shown(quantity), eventCount: Number(eventCount), accounts: Number(accounts) };
}

function shown(quantity: string | null): string | null {
  return quantity === null ? null : Decimal.of(quantity).toCanonical();
}
