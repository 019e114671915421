import { type DatePeriod, instantText, startOfDay } from "@counterfoil/engine";
import { getOrganization, usageByMetric } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { type Context, read } from "../context.ts";
import { localDay } from "../time.ts";
import { type CountedAccounts, includesTestClocks, monthsOf } from "./insight-range.ts";
import { type MetricUsage, toMetricUsage } from "./read-metric-usage.ts";

/** A metric's usage of this month, and its quantity in each of the months up to this one. */
export interface UsageMonths {
  from: string;
  to: string;
  items: (MetricUsage & { months: { month: string; quantity: string | null }[] })[];
}

const MONTHS = 6;

/** The usage of all accounts by metric, in this month up to today and in the five months before. */
export function readUsageMonths(context: Context, question: CountedAccounts): Promise<UsageMonths> {
  return read(context, async (tx) => {
    const { timezone } = await getOrganization(tx);
    const today = Temporal.PlainDate.from(localDay(context.clock.now(), timezone));
    const end = today.add({ days: 1 });
    const months = monthsOf({ start: today.with({ day: 1 }).subtract({ months: MONTHS - 1 }), end });
    const at = (day: DatePeriod["start"]) => instantText(startOfDay(day, timezone));
    const byMonth = await Promise.all(
      months.map(async ({ month, period }) => {
        const days = { from: at(period.start), to: at(period.end), withTestClocks: includesTestClocks(question) };
        return { month, metrics: (await usageByMetric(tx, days)).map(toMetricUsage) };
      }),
    );
    const items = (byMonth.at(-1)?.metrics ?? []).map((metric) => ({
      ...metric,
      months: byMonth.map(({ month, metrics }) => ({
        month,
        quantity: metrics.find(({ metricId }) => metricId === metric.metricId)?.quantity ?? null,
      })),
    }));
    return { from: today.with({ day: 1 }).toString(), to: end.toString(), items };
  });
}
