import { daysBetween } from "../../format/days.ts";

/** Longer periods are shown by month. */
const MOST_DAYS = 62;

/** The half-open days of a bar. */
export interface CashStep {
  readonly from: string;
  readonly to: string;
}

/** Whether a period is shown by day or by month. Without days it is this month. */
export function cashInterval({ from, to }: { readonly from?: string; readonly to?: string }): "day" | "month" {
  return from === undefined || to === undefined || daysBetween(from, to).length <= MOST_DAYS ? "day" : "month";
}

/** A bar for each day or month. */
export function cashSteps(from: string, to: string, interval: "day" | "month"): CashStep[] {
  const days = daysBetween(from, to);
  const starts = interval === "day" ? days : days.filter((day, place) => place === 0 || day.endsWith("-01"));
  return starts.map((start, place) => ({ from: start, to: starts[place + 1] ?? to }));
}
