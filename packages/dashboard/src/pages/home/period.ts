import type { SharedSearch } from "../../routing/address.ts";

export const PERIODS = ["30_days", "month", "last_month", "quarter", "year", "custom"] as const;
export type Period = (typeof PERIODS)[number];

export const PERIOD_NAMES: Readonly<Record<Period, string>> = {
  "30_days": "Last 30 days",
  month: "This month",
  last_month: "Last month",
  quarter: "This quarter",
  year: "This year",
  custom: "Custom",
};

/** Half-open days. Without them, the server takes its own default: this month, or twelve months for charts by month. */
export interface Range {
  readonly from?: string;
  readonly to?: string;
}

/** The chosen period, and its days up to today. Days in the address without a period are a custom period. */
export function readPeriod(
  { period, from, to }: SharedSearch,
  today: string,
): { readonly period: Period; readonly range: Range } {
  const hasDays = from !== undefined && to !== undefined && from < to;
  const chosen = PERIODS.find((one) => one === period) ?? (hasDays ? "custom" : "month");
  if (chosen === "custom") return { period: chosen, range: hasDays ? { from, to } : {} };
  return { period: chosen, range: rangeOf(chosen, today) };
}

function rangeOf(period: Exclude<Period, "custom">, today: string): Range {
  const tomorrow = moved(today, { days: 1 });
  const month = `${today.slice(0, 7)}-01`;
  switch (period) {
    case "month":
      // The server's default, so that the first request need not wait for the organization's time zone.
      return {};
    case "last_month":
      return { from: moved(month, { months: -1 }), to: month };
    case "quarter":
      return { from: moved(month, { months: -((Number(today.slice(5, 7)) - 1) % 3) }), to: tomorrow };
    case "year":
      return { from: `${today.slice(0, 4)}-01-01`, to: tomorrow };
    case "30_days":
      return { from: moved(tomorrow, { days: -30 }), to: tomorrow };
    default:
      return period satisfies never;
  }
}

/** A day moved by days and months. The day must exist in the month that it is moved to. */
export function moved(day: string, { days = 0, months = 0 }: { days?: number; months?: number }): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + months, date + days)).toISOString().slice(0, 10);
}
