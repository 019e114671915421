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

/** Converts a row of totals to the part of a measurement that it represents. */
export function toPart(
  row: TotalsRow,
  aggregation: Aggregation,
  groupValues: GroupValues,
  time: CountedTime,
): MeasuredPart {
  return {
    groupValues,
    aggregate: toAggregate(row, aggregation, time),
    firstAt: row.firstAt === null ? null : Date.parse(row.firstAt),
    lastAt: row.lastAt === null ? null : Date.parse(row.lastAt),
  };
}

function toAggregate(row: TotalsRow, aggregation: Aggregation, time: CountedTime): RunningAggregate {
  const started = startAggregate(aggregation);
  const counted = { eventCount: Number(row.eventCount), skipped: Number(row.skipped) };
  // An unusable value may be a number out of the readable range.
  const value = row.value === null || row.isUnusable ? null : Decimal.of(row.value);
  switch (started.method) {
    case "sum":
    case "average":
      return { ...started, ...counted, sum: value ?? Decimal.zero };
    case "min":
      return { ...started, ...counted, smallest: value };
    case "max":
      return { ...started, ...counted, largest: value };
    case "latest":
      return { ...started, ...counted, latest: value === null ? null : latestOf(row, value, time) };
    default:
      return { ...started, ...counted };
  }
}

/** For `latest`, the last counted event is the latest one. Its clock stops during gaps, as for single events. */
function latestOf({ lastAt, latestSequence }: TotalsRow, value: Decimal, time: CountedTime) {
  return { at: countedClock(time, Date.parse(lastAt ?? "")), sequence: Number(latestSequence), value };
}
