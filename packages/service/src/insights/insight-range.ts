import { type DatePeriod, earlier, isBefore, later } from "@counterfoil/engine";
import { getOrganization, type Tx } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { Context } from "../context.ts";
import { DomainError } from "../errors/index.ts";
import { localDay } from "../time.ts";

/** Calendar dates, half-open. */
export interface InsightRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The days that are asked for: by default those of the last twelve months, or of this one, up to the present day. */
export async function readRange(
  context: Context,
  tx: Tx,
  range: InsightRange,
  byDefault: "twelve_months" | "this_month" = "twelve_months",
): Promise<DatePeriod> {
  const today = Temporal.PlainDate.from(localDay(context.clock.now(), (await getOrganization(tx)).timezone));
  return decideRange(range, today, byDefault);
}

/** The same on a given day. */
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
    refuse("too_many_months", `At most ${MOST_MONTHS} months are shown at once.`);
  }
  return { start, end };
}

const MOST_MONTHS = 120;

function refuse(code: string, detail: string): never {
  throw new DomainError("invalid_parameter", detail, [{ pointer: "/to", code, detail }]);
}

/** A calendar month, or as much of it as is asked for. */
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
