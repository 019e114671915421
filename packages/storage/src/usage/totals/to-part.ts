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

/** A row of totals as the part of a measurement that it stands for. */
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
  // What cannot be used may be a number beyond any that can be read.
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

/** Of a `latest`, the last event that counted is the latest one. Between gaps its clock stands still, as for single events. */
function latestOf({ lastAt, latestSequence }: TotalsRow, value: Decimal, time: CountedTime) {
  return { at: countedClock(time, Date.parse(lastAt ?? "")), sequence: Number(latestSequence), value };
}
