import { Decimal, type SlotUsage } from "@counterfoil/engine";
import { firstKeptUsage, readUsage, type Tx } from "@counterfoil/storage";
import { areEventsKept, groupOf, statedUsage } from "./line-usage.ts";
import { type CountedLine, measureFrozen, type MeasuredLine } from "./measure-frozen.ts";
import { type MetricNames, metricNames } from "./metric-names.ts";

/** The usage of a line as it was billed, as far as it is still known. */
export interface ToldUsage {
  readonly counted: CountedLine;
  readonly metricId: MetricNames;
  /** What was measured, up to the line's sequence. Undefined if its events are gone and totals give another result. */
  readonly measured: MeasuredLine | undefined;
  /**
   * The usage from which the amount is computed: what was measured, or else what the line states. Null if that is not
   * enough.
   */
  readonly rated: SlotUsage | null;
  /** Whether its usage can be counted now, from its events or from totals, which are kept. */
  readonly isCountable: boolean;
}

/** The aggregations that totals can answer (R-EVT-8). */
const TOTALLED: readonly string[] = ["count", "sum", "average", "min", "max", "latest"];

/**
 * Counts the usage of a line again, up to its sequence. If its events may have been dropped, the result is used only if
 * it equals what the line states: totals do not know an earlier sequence once something was added to them (R-EVT-8).
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
