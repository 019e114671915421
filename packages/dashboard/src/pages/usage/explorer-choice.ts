import type { MetricAggregationMethod } from "@counterfoil/sdk";
import type { SearchAt } from "../../routing/searches.ts";

export type Window = "hour" | "day" | "month";

/** The choices of the explorer, as in the address. */
export interface ExplorerChoice {
  readonly metricId: string | undefined;
  readonly accountIds: readonly string[];
  readonly groupBy: string | undefined;
  /** A date, or an instant after zooming to hours. */
  readonly from: string;
  /** Exclusive. */
  readonly to: string;
  readonly window: Window;
  /** Undefined means each account's own time zone. */
  readonly timezone: string | undefined;
  readonly kind: "bars" | "lines" | undefined;
}

/** Ranges that end today, in days. */
export const RANGES = [
  ["1", "24 hours"],
  ["7", "7 days"],
  ["30", "30 days"],
  ["90", "90 days"],
  ["365", "12 months"],
] as const;

const DEFAULT_DAYS = 30;
const DAY = 86_400_000;

/** The most windows that the server measures at once. */
const MOST_WINDOWS = 800;
const HOURS: Record<Window, number> = { hour: 1, day: 24, month: 24 * 28 };

/** @param today the current day in the organization's time zone */
export function readChoice(search: SearchAt<"/usage">, today: string): ExplorerChoice {
  const to = search.to ?? addDays(today, 1);
  const from = search.from ?? addDays(to.slice(0, 10), -Number(search.days ?? DEFAULT_DAYS));
  const { metric: metricId, group: groupBy, window, zone: timezone, kind } = search;
  return {
    metricId,
    accountIds: (search.accounts ?? "").split(",").filter((id) => id !== ""),
    groupBy,
    from,
    to,
    window: isWindow(window) && fits(window, from, to) ? window : usualWindow(from, to),
    timezone,
    kind: kind === "bars" || kind === "lines" ? kind : undefined,
  };
}

/** Whether the server measures this many windows at once. */
export function fits(window: Window, from: string, to: string): boolean {
  return hoursBetween(from, to) / HOURS[window] <= MOST_WINDOWS;
}

/** A window that gives about as many marks as users can distinguish. */
function usualWindow(from: string, to: string): Window {
  const days = hoursBetween(from, to) / 24;
  if (days <= 3) return "hour";
  return days <= 186 ? "day" : "month";
}

/** Whether the values of windows add up, so that they can be stacked. */
export function addsUp(method: MetricAggregationMethod | undefined): boolean {
  return method === "count" || method === "sum";
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date.slice(0, 10)}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

function hoursBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 3_600_000;
}

function isWindow(text: string | undefined): text is Window {
  return text === "hour" || text === "day" || text === "month";
}
