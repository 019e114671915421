import { Decimal, instantText, startOfDay } from "@counterfoil/engine";
import { getOrganization, type MetricUsageRow, usageByMetric } from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { type InsightRange, readRange } from "./insight-range.ts";

/** What a metric counted for all accounts on the days that are asked for. */
export interface MetricUsage {
  metricId: string;
  name: string;
  method: MetricUsageRow["method"];
  quantity: string | null;
  eventCount: number;
  /** How many accounts it counted something for. */
  accounts: number;
  isComplete: boolean;
}

export interface UsageByMetric {
  from: string;
  to: string;
  items: MetricUsage[];
}

/** Usage by metric, over days of the organization's zone. */
export function readUsageByMetric(context: Context, question: InsightRange): Promise<UsageByMetric> {
  return read(context, async (tx) => {
    const { start, end } = await readRange(context, tx, question, "this_month");
    const { timezone } = await getOrganization(tx);
    const [from, to] = [startOfDay(start, timezone), startOfDay(end, timezone)];
    const rows = await usageByMetric(tx, instantText(from), instantText(to));
    const items = rows.map(({ quantity, eventCount, accounts, ...row }): MetricUsage => ({
      ...row,
      quantity: quantity === null ? null : Decimal.of(quantity).toCanonical(),
      eventCount: Number(eventCount),
      accounts: Number(accounts),
    }));
    return { from: start.toString(), to: end.toString(), items };
  });
}
