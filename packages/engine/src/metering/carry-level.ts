import { invariant } from "../assertions.ts";
import { Decimal } from "../decimal/decimal.ts";
import type { GroupValues } from "./group-by.ts";
import { addPart, type Measurement } from "./measurement.ts";
import type { RunningAggregate } from "./running-aggregate.ts";

/**
 * Carries the level at the end of one window of a `weighted_sum` into a later one, for each group. It replaces all
 * events before the later window. So the windows of a period are measured in one pass over its events: each event is
 * added to the first window that ends after it. Both measures must be equal except for their time, and no event may be
 * added to the earlier one afterwards.
 */
export function carryLevel(from: Measurement, to: Measurement): void {
  invariant(from.time.end <= to.time.start, "a level is carried forwards");
  if (from.groups === null) {
    to.groups = null;
  } else if (from.measure.groupBy.length === 0) {
    carry(from.total, [], to);
  } else {
    for (const { values, aggregate } of from.groups.values()) carry(aggregate, values, to);
  }
}

/** On the window's clock, an instant before the window is its start. */
function carry(aggregate: RunningAggregate, groupValues: GroupValues, to: Measurement): void {
  invariant(aggregate.method === "weighted_sum", "only a weighted_sum carries a level");
  const { change } = aggregate;
  const timedChange = change.times(Decimal.ofInteger(to.time.start));
  const level = { ...aggregate, eventCount: 0, skipped: 0, change, timedChange };
  addPart(to, { groupValues, aggregate: level, firstAt: null, lastAt: null });
}
