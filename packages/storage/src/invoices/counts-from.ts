/**
 * The day from which a usage line counts usage: the begin of its billing period, also for a later part of it. Lines from before
 * this was recorded count on that day.
 */
export function countsFromOf(line: string): string {
  return `coalesce((${line}.explanation #>> '{basis,countsFrom}')::date, ${line}.counted_on)`;
}
