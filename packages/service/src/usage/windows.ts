import { instantText, localDate, startOfDay } from "@counterfoil/engine";
import { Temporal } from "temporal-polyfill";
import { DomainError } from "../errors/index.ts";

export const usageWindows = ["hour", "day", "month"] as const;

export type UsageWindow = (typeof usageWindows)[number];

/** Instants, half-open. */
export interface WindowPeriod {
  readonly from: string;
  readonly to: string;
}

/** Two years by day, a month by hour. */
const MOST_WINDOWS = 800;
/** Of all metrics together: what is measured and written in a fraction of a second. */
const MOST_WINDOWS_OF_ALL = 20_000;

/**
 * A period cut at the hours, days or months of a zone; the first and the last are cut short by the period. Where clocks
 * change, a day has 23 or 25 hours. Refuses more than 800 windows.
 */
export function windowsOf(period: WindowPeriod, window: UsageWindow, timeZone: string): WindowPeriod[] {
  const end = Temporal.Instant.from(period.to);
  const windows: WindowPeriod[] = [];
  let from = Temporal.Instant.from(period.from);
  while (Temporal.Instant.compare(from, end) < 0) {
    if (windows.length === MOST_WINDOWS) refuse(window);
    const next = nextBorder(from, window, timeZone);
    const to = Temporal.Instant.compare(next, end) < 0 ? next : end;
    windows.push({ from: instantText(from), to: instantText(to) });
    from = to;
  }
  return windows;
}

function nextBorder(at: Temporal.Instant, window: UsageWindow, timeZone: string): Temporal.Instant {
  const date = localDate(at, timeZone);
  switch (window) {
    case "hour":
      return nextHour(at, timeZone);
    case "day":
      return startOfDay(date.add({ days: 1 }), timeZone);
    case "month":
      return startOfDay(date.with({ day: 1 }).add({ months: 1 }), timeZone);
  }
}

/** The next instant at which a clock of the zone shows a full hour; an hour that is repeated is two windows. */
function nextHour(at: Temporal.Instant, timeZone: string): Temporal.Instant {
  const local = at.toZonedDateTimeISO(timeZone);
  const since = Temporal.Duration.from({
    minutes: local.minute,
    seconds: local.second,
    milliseconds: local.millisecond,
  });
  return at.subtract(since).add({ hours: 1 });
}

/** Refuses windows that are few for one metric and too many for all of them. */
export function refuseWindowsOfAll(metrics: number, windows: number): void {
  if (metrics * windows <= MOST_WINDOWS_OF_ALL) return;
  refuseMany(
    `${windows} windows of each of ${metrics} metrics are more than ${MOST_WINDOWS_OF_ALL} in all. Ask for a shorter period, wider windows or one metric at a time.`,
  );
}

function refuse(window: UsageWindow): never {
  refuseMany(
    `The period has more than ${MOST_WINDOWS} windows of one ${window}. Ask for a shorter period or wider windows.`,
  );
}

function refuseMany(detail: string): never {
  throw new DomainError("invalid_parameter", detail, [{ pointer: "/window", code: "too_many_windows", detail }]);
}
