const DAY = 86_400_000;

/** The calendar dates from `start` to the day before `end`. */
export function daysBetween(start: string, end: string): string[] {
  const first = Date.parse(`${start.slice(0, 10)}T00:00:00Z`);
  const count = Math.max(0, Math.round((Date.parse(`${end.slice(0, 10)}T00:00:00Z`) - first) / DAY));
  return Array.from({ length: count }, (_, index) => new Date(first + index * DAY).toISOString().slice(0, 10));
}

/** The day before. It turns the first day after a period into the period's last day. */
export function dayBefore(date: string): string {
  return new Date(Date.parse(`${date.slice(0, 10)}T00:00:00Z`) - DAY).toISOString().slice(0, 10);
}
