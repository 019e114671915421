import { type DatePeriod, earlier, isBefore, later } from "@counterfoil/engine";
import { getOrganization, type Tx } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { currencyFaults } from "../codes.ts";
import type { Context } from "../context.ts";
import { DomainError, refuseParameters } from "../errors/index.ts";
import { localDay } from "../time.ts";

/** Which accounts count. Those with a test clock are left out, because their days are not real. */
export interface CountedAccounts {
  readonly testClocks?: "include" | undefined;
}

export function includesTestClocks({ testClocks }: CountedAccounts): boolean {
  return testClocks === "include";
}

/** Calendar dates, half-open, the accounts that count, and the currency of the figures. All currencies if it is missing. */
export interface InsightRange extends CountedAccounts {
  readonly currency?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The requested days. The default is up to today, from the first day of the last twelve months or of this month. */
export async function readRange(
  context: Context,
  tx: Tx,
  range: InsightRange,
  byDefault: "twelve_months" | "this_month" = "twelve_months",
): Promise<DatePeriod> {
  refuseParameters(currencyFaults("/currency", range.currency));
  const today = Temporal.PlainDate.from(localDay(context.clock.now(), (await getOrganization(tx)).timezone));
  return decideRange(range, today, byDefault);
}

/** Decides the range on a given day. */
export function decideRange(
  range: InsightRange,
  today: Temporal.PlainDate,
  byDefault: "twelve_months" | "this_month",
): DatePeriod {
  const end = range.to === undefined ? today.add({ days: 1 }) : Temporal.PlainDate.from(range.to);
  const first = end
    .subtract({ days: 1 })
    .with({ day: 1 })
    .subtract({ months: byDefault === "this_month" ? 0 : 11 });
  const start = range.from === undefined ? first : Temporal.PlainDate.from(range.from);
  if (!isBefore(start, end)) refuse("not_after_from", "to must be later than from.");
  if (monthsOf({ start, end }).length > MOST_MONTHS) {
    refuse("too_many_months", `The range must span at most ${MOST_MONTHS} months.`);
  }
  return { start, end };
}

const MOST_MONTHS = 120;

function refuse(code: string, detail: string): never {
  throw new DomainError("invalid_parameter", detail, [{ pointer: "/to", code, detail }]);
}

/** The last day of half-open days that end with this one. */
export function dayBefore(day: string): string {
  return Temporal.PlainDate.from(day).subtract({ days: 1 }).toString();
}

/** A calendar month, or the requested part of it. */
export interface InsightMonth {
  /** `2024-01`. */
  readonly month: string;
  readonly period: DatePeriod;
}

export function monthsOf({ start, end }: DatePeriod): InsightMonth[] {
  const months: InsightMonth[] = [];
  for (let first = start.with({ day: 1 }); isBefore(first, end); first = first.add({ months: 1 })) {
    const period = { start: later(first, start), end: earlier(first.add({ months: 1 }), end) };
    months.push({ month: first.toPlainYearMonth().toString(), period });
  }
  return months;
}
