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
/** For all metrics together: what can be measured and sent in a fraction of a second. */
const MOST_WINDOWS_OF_ALL = 20_000;

/**
 * The hours, days or months of a period in a time zone. The period cuts the first and the last. On days with a clock
 * change, a day has 23 or 25 hours. Rejects more than 800 windows.
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

/** The next instant at which the local clock shows a full hour. A repeated hour makes two windows. */
function nextHour(at: Temporal.Instant, timeZone: string): Temporal.Instant {
  const local = at.toZonedDateTimeISO(timeZone);
  const since = Temporal.Duration.from({
    minutes: local.minute,
    seconds: local.second,
    milliseconds: local.millisecond,
  });
  return at.subtract(since).add({ hours: 1 });
}

/** Rejects windows that are too many for all metrics together. */
export function refuseWindowsOfAll(metrics: number, windows: number): void {
  if (metrics * windows <= MOST_WINDOWS_OF_ALL) return;
  refuseMany(
    `${metrics} metrics with ${windows} windows each exceed the maximum of ${MOST_WINDOWS_OF_ALL} windows. ` +
      "Ask for a shorter period, wider windows or one metric at a time.",
  );
}

function refuse(window: UsageWindow): never {
  refuseMany(
    `The period has more than ${MOST_WINDOWS} windows of one ${window}, which is the maximum. ` +
      "Ask for a shorter period or wider windows.",
  );
}

function refuseMany(detail: string): never {
  throw new DomainError("invalid_parameter", detail, [{ pointer: "/window", code: "too_many_windows", detail }]);
}
