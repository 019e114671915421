/** An exact decimal in plain notation: an optional "-", digits, and optionally "." with digits. */
export type DecimalText = string;

/** "2024-01-31", in the Gregorian calendar and already in the account's time zone. */
export type CalendarDate = string;

/** Half-open: `end` is the first day after the period. The last day of the period is printed. */
export interface CalendarPeriod {
  readonly start: CalendarDate;
  readonly end: CalendarDate;
}
