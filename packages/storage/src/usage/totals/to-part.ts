import {
  type Aggregation,
  countedClock,
  type CountedTime,
  Decimal,
  type GroupValues,
  type MeasuredPart,
  type RunningAggregate,
  startAggregate,
} from "@counterfoil/engine";
import type { TotalsRow } from "./read-totals.ts";

/** A total in numbers. Times are in milliseconds. */
export interface CountedTotal {
  readonly eventCount: number;
  readonly skipped: number;
  readonly firstAt: number | null;
  readonly lastAt: number | null;
  readonly latestSequence: number | null;
  /** Null if there is none, or if it cannot be used. */
  readonly value: Decimal | null;
}

export function countedTotal(row: TotalsRow): CountedTotal {
  return {
    eventCount: Number(row.eventCount),
    skipped: Number(row.skipped),
    firstAt: row.firstAt === null ? null : Date.parse(row.firstAt),
    lastAt: row.lastAt === null ? null : Date.parse(row.lastAt),
    latestSequence: row.latestSequence === null ? null : Number(row.latestSequence),
    // An unusable value may be a number out of the readable range.
    value: row.value === null || row.isUnusable ? null : Decimal.of(row.value),
  };
}

/** Converts a total to the part of a measurement that it represents. */
export function toPart(
  total: CountedTotal,
  aggregation: Aggregation,
  groupValues: GroupValues,
  time: CountedTime,
): MeasuredPart {
  const { firstAt, lastAt } = total;
  return { groupValues, aggregate: toAggregate(total, aggregation, time), firstAt, lastAt };
}

function toAggregate(total: CountedTotal, aggregation: Aggregation, time: CountedTime): RunningAggregate {
  const started = startAggregate(aggregation);
  const { eventCount, skipped, value } = total;
  const counted = { eventCount, skipped };
  switch (started.method) {
    case "sum":
    case "average":
      return { ...started, ...counted, sum: value ?? Decimal.zero };
    case "min":
      return { ...started, ...counted, smallest: value };
    case "max":
      return { ...started, ...counted, largest: value };
    case "latest":
      return { ...started, ...counted, latest: value === null ? null : latestOf(total, value, time) };
    default:
      return { ...started, ...counted };
  }
}

/** For `latest`, the last counted event is the latest one. Its clock stops during gaps, as for single events. */
function latestOf({ lastAt, latestSequence }: CountedTotal, value: Decimal, time: CountedTime) {
  return { at: countedClock(time, lastAt ?? Number.NaN), sequence: Number(latestSequence), value };
}
