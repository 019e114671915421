import {
  addAlikeEvents,
  addCountedValues,
  addEvent,
  type AlikeEvents,
  type CountedValues,
  invariant,
  knownValues,
  type MeasuredEvent,
} from "@counterfoil/engine";
import type { Tx } from "../database/tx.ts";
import type { Border } from "../history/border.ts";
import { levelWindows } from "./level-windows.ts";
import { countedStretches, type Reading } from "./reading.ts";
import { streamEvents } from "./stream-events.ts";
import type { Stretch } from "./totals/bucket.ts";
import type { UsageQuestion } from "./usage-store.ts";

/** Adds the events of the parts that no totals cover. */
export async function addEvents(tx: Tx, readings: readonly Reading[], border: Border | null): Promise<void> {
  const passes = [...bareStretches(readings), ...levelPasses(readings)];
  const questions = passes.map(({ question, stretch, knownValues: known = null }, position) => {
    return { position, question, stretch, knownValues: known };
  });
  for await (const events of streamEvents(tx, questions, border)) {
    for (const found of events) {
      const pass = passes[found.position];
      invariant(pass !== undefined, `no question ${found.position}`);
      if ("event" in found) {
        pass.add(found.event);
        continue;
      }
      invariant(pass.addAlike !== undefined && pass.addCounted !== undefined, "a level is measured event by event");
      if ("alike" in found) pass.addAlike(found.alike);
      else pass.addCounted(found.counted);
    }
  }
  for (const { finish } of passes) finish?.();
}

/** One pass over the events of a stretch, and the function that adds them. */
interface EventPass {
  readonly question: UsageQuestion;
  readonly stretch: Stretch;
  readonly add: (event: MeasuredEvent) => void;
  readonly addAlike?: (events: AlikeEvents) => void;
  readonly addCounted?: (values: CountedValues) => void;
  readonly knownValues?: (() => ReadonlySet<string>) | null;
  readonly finish?: () => void;
}

function bareStretches(readings: readonly Reading[]): EventPass[] {
  return readings.flatMap((reading) => {
    const { question, measurement, totals } = reading;
    if (isLevel(reading)) return [];
    const stretches = totals?.cover.bare ?? countedStretches(measurement);
    return stretches.map((stretch) => ({
      question,
      stretch,
      add: (event) => addEvent(measurement, event),
      addAlike: (events) => addAlikeEvents(measurement, events),
      addCounted: (values) => addCountedValues(measurement, values),
      knownValues: knownValuesOf(reading),
    }));
  });
}

/** Expected events are added at the end, so each of their values must be comparable with all others. */
function knownValuesOf({ question: { expected = [] }, measurement }: Reading): (() => ReadonlySet<string>) | null {
  const isCounted = expected.length === 0 && knownValues(measurement) !== null;
  return isCounted ? () => knownValues(measurement) ?? new Set() : null;
}

/** A level depends on all earlier events. Questions that differ only in their time share one pass (R-EVT-7). */
function levelPasses(readings: readonly Reading[]): EventPass[] {
  const levels = Map.groupBy(
    readings.filter(isLevel),
    ({ question: { accountId, metric, groupBy, throughSequence } }) =>
      JSON.stringify([accountId, metric.id, groupBy, throughSequence]),
  );
  return [...levels.values()].flatMap((alike) => {
    const [first] = alike;
    if (first === undefined) return [];
    const measurements = alike.map(({ measurement }) => measurement);
    const end = measurements.reduce((latest, { time }) => Math.max(latest, time.end), first.measurement.time.end);
    const stretch = { start: first.measurement.time.start, end };
    return [{ question: first.question, stretch, ...levelWindows(measurements) }];
  });
}

function isLevel({ question, totals }: Reading): boolean {
  return totals === undefined && question.metric.aggregation.method === "weighted_sum";
}
