import { EVENTS_PER_SECOND_OF_A_BILLION } from "./event-load.ts";
import type { UsageBytes } from "./usage-bytes.ts";

/** CPU milliseconds of server and PostgreSQL per 1,000 events. */
export interface EventCost {
  readonly name: string;
  readonly milliseconds: number;
}

/** Assumed ratio of a month's busiest hour to its mean. */
const PEAK = 10;

/** Disk and cores of one organization with a billion events a month, from measured values. */
export function costOfABillion(bytes: UsageBytes, costs: readonly EventCost[]): string {
  const each = (size: number) => size / bytes.events;
  // Bytes per event equal gigabytes per billion events.
  const gigabytes = (size: number) => `${each(size).toFixed(0)} GB`;
  const perSecond = EVENTS_PER_SECOND_OF_A_BILLION;
  return [
    "One organization with a billion events a month, from the figures above:",
    `  events     ${gigabytes(bytes.eventRows + bytes.eventIndexes)} for each month that is kept` +
      ` (${each(bytes.eventRows).toFixed(0)} bytes of rows and ${each(bytes.eventIndexes).toFixed(0)} of indexes an event)`,
    `  ids        ${gigabytes(bytes.keys)} a month, for ever (${each(bytes.keys).toFixed(0)} bytes an event)`,
    `  totals     ${gigabytes(bytes.totals)} a month, for ever (${each(bytes.totals).toFixed(1)} bytes an event;` +
      ` ${bytes.totalRows} rows for ${bytes.events} events)`,
    `  mean pace  ${perSecond.toFixed(0)} events/s`,
    ...costs.map(({ name, milliseconds }) => {
      const cores = (perSecond * milliseconds) / 1e6;
      const shown = `${cores.toFixed(3)} cores at the mean, ${(cores * PEAK).toFixed(2)} at ${PEAK} times the mean`;
      return `  ${name.padEnd(18)} ${shown} (${milliseconds.toFixed(1)} ms of CPU for 1,000 events)`;
    }),
  ].join("\n");
}
