import { locale } from "../../format/amount.ts";
import type { Window } from "./explorer-choice.ts";

const SHORT: Record<Window, Intl.DateTimeFormatOptions> = {
  hour: { hour: "2-digit", minute: "2-digit" },
  day: { day: "numeric", month: "short" },
  month: { month: "short", year: "2-digit" },
};

const LONG: Record<Window, Intl.DateTimeFormatOptions> = {
  hour: { weekday: "short", day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" },
  day: { weekday: "short", day: "numeric", month: "short", year: "numeric" },
  month: { month: "long", year: "numeric" },
};

/** The label of a window on an axis. */
export function windowName(from: string, window: Window, timeZone: string): string {
  return new Intl.DateTimeFormat(locale, { ...SHORT[window], timeZone }).format(new Date(from));
}

/** The full label of a window. */
export function fullWindowName(from: string, window: Window, timeZone: string): string {
  return new Intl.DateTimeFormat(locale, { ...LONG[window], timeZone }).format(new Date(from));
}
