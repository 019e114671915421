import { instantText, localDate, startOfDay } from "@counterfoil/engine";
import { findSubscriptionsOf, getOrganization, type Tx } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { accountTimeZone } from "../../clocks/index.ts";
import { type Context, read } from "../../context.ts";
import { loadContracts } from "../../contracts/index.ts";
import { DomainError } from "../../errors/index.ts";
import { openPortal } from "../../portal/index.ts";
import { measureAccountUsage } from "../../usage/index.ts";

const MONTHS = 12;

/** The usage of the metrics that an account's contracts bill: by month, or by the days of one month. */
export interface UsageHistory {
  /** The time zone in which the days and months begin. */
  timezone: string;
  unit: "month" | "day";
  from: string;
  to: string;
  /** The months for which days can be requested, the latest first: `2026-11`. */
  months: string[];
  metrics: MetricHistory[];
}

export interface MetricHistory {
  metric: string;
  unitLabel: string | null;
  quantity: string;
  periods: { from: string; to: string; quantity: string }[];
}

/**
 * The usage of the last twelve calendar months of the account's time zone including the current one, or of each day of one
 * of these months. Every event counts, also during pauses, which are not billed.
 */
export async function getUsageHistory(
  context: Context,
  token: string,
  { month }: { readonly month?: string },
): Promise<UsageHistory> {
  const { account, now } = await openPortal(context, token);
  const { timezone, billed } = await read(context, async (tx) => ({
    timezone: accountTimeZone(account, await getOrganization(tx)),
    billed: await billedMetrics(tx, account.id),
  }));
  const current = localDate(Temporal.Instant.from(now), timezone).toPlainYearMonth();
  const months = Array.from({ length: MONTHS }, (_, back) => current.subtract({ months: back }).toString());
  if (month !== undefined && !months.includes(month)) {
    const detail = `month is ${JSON.stringify(month)}. It must be one of the last ${MONTHS} months: ${months.join(", ")}.`;
    throw new DomainError("invalid_parameter", detail);
  }
  const first = Temporal.PlainYearMonth.from(month ?? months[MONTHS - 1] ?? current);
  const last = month === undefined ? current : first;
  const from = instantText(startOfDay(first.toPlainDate({ day: 1 }), timezone));
  const to = instantText(startOfDay(last.add({ months: 1 }).toPlainDate({ day: 1 }), timezone));
  const unit = month === undefined ? "month" : "day";
  const asked = { from, to, window: unit, timezone, metricIds: [...billed.keys()] } as const;
  const { metrics } = billed.size === 0 ? { metrics: [] } : await measureAccountUsage(context, account.id, asked);
  return {
    timezone,
    unit,
    from,
    to,
    months,
    metrics: metrics.map(({ metricId, name, quantity, windows = [] }) => ({
      metric: name,
      unitLabel: billed.get(metricId) ?? null,
      quantity,
      periods: windows.map((window) => ({ from: window.from, to: window.to, quantity: window.quantity })),
    })),
  };
}

/** The metrics of all contracts that were ever active, also of ended ones, with the unit of their prices. */
async function billedMetrics(tx: Tx, accountId: string): Promise<ReadonlyMap<string, string | null>> {
  const rows = await findSubscriptionsOf(tx, accountId);
  const billed = rows.filter(({ status }) => status === "active" || status === "canceled");
  const prices = (await loadContracts(tx, billed)).flatMap((contract) => [...contract.prices.values()]);
  const found = new Map<string, string | null>();
  for (const { metrics, product } of prices) {
    for (const { id } of metrics) found.set(id, found.get(id) ?? product.unitLabel);
  }
  return found;
}
