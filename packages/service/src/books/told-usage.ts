import { Decimal, type SlotUsage } from "@counterfoil/engine";
import { firstKeptUsage, readUsage, type Tx } from "@counterfoil/storage";
import { areEventsKept, groupOf, statedUsage } from "./line-usage.ts";
import { type CountedLine, measureFrozen, type MeasuredLine } from "./measure-frozen.ts";
import { type MetricNames, metricNames } from "./metric-names.ts";

/** The usage of a line as it was when it was billed, as far as it can still be told. */
export interface ToldUsage {
  readonly counted: CountedLine;
  readonly metricId: MetricNames;
  /** What was measured of it, up to the line's sequence; undefined where its events are gone and totals tell otherwise. */
  readonly measured: MeasuredLine | undefined;
  /** What its amount is computed from: what was measured, else what the line states; null where that is not enough. */
  readonly rated: SlotUsage | null;
  /** Whether its usage can be counted now: by its events, or by totals, which stay. */
  readonly isCountable: boolean;
}

/** The methods that totals tell (R-EVT-8). */
const TOTALLED: readonly string[] = ["count", "sum", "average", "min", "max", "latest"];

/**
 * Counts the usage of a line again, up to its sequence. Where its events may have been dropped, what comes out is taken only when
 * it is what the line states: totals tell nothing of an earlier sequence once something was added to them (R-EVT-8).
 */
export async function tellUsage(tx: Tx, counted: CountedLine): Promise<ToldUsage> {
  const { line, terms } = counted;
  const metricId = await metricNames(tx, [terms]);
  const measured = (await measureFrozen(tx, [counted], readUsage, metricId))(line);
  const told = { counted, metricId };
  if (areEventsKept(line, terms, await firstKeptUsage(tx))) {
    return { ...told, measured, rated: measured.slotUsage, isCountable: true };
  }
  const isCountable = terms.metrics.every(({ aggregation }) => TOTALLED.includes(aggregation.method));
  if (isStated(counted, measured)) return { ...told, measured, rated: measured.slotUsage, isCountable };
  return { ...told, measured: undefined, rated: statedUsage(line, terms), isCountable };
}

function isStated({ line }: CountedLine, { slotUsage }: MeasuredLine): boolean {
  const { quantity, eventCount } = groupOf(slotUsage, line.usageGroup);
  const { usage } = line.explanation;
  return (
    usage !== null && quantity.equals(Decimal.of(usage.quantity)) && eventCount.equals(Decimal.of(usage.eventCount))
  );
}
