import { type Measurement, startMeasurement } from "@counterfoil/engine";
import { cover, type Cover, type Stretch } from "./totals/bucket.ts";
import type { CompleteTotalling } from "./totals/complete-totallings.ts";
import type { UsageQuestion, UsageSpan } from "./usage-store.ts";

/** A question that is being answered. */
export interface Reading {
  readonly question: UsageQuestion;
  readonly measurement: Measurement;
  /** Where its totals are; undefined if it can only be measured from events. */
  readonly totals: { readonly totalling: CompleteTotalling; cover: Cover } | undefined;
}

export function startReading(question: UsageQuestion, totalling: CompleteTotalling | undefined): Reading {
  const { metric, start, end, groupBy, except, meanOver } = question;
  const { filters, aggregation } = metric;
  const window = {
    ...toTime({ start, end }),
    except: except.map(toTime),
    ...(meanOver === undefined ? {} : { meanOver: toTime(meanOver) }),
  };
  const measurement = startMeasurement({ filters, aggregation, groupBy, window });
  const isTold = totalling !== undefined && groupBy.every((name) => totalling.groupBy.includes(name));
  return {
    question,
    measurement,
    totals: isTold ? { totalling, cover: joined(countedStretches(measurement).map(cover)) } : undefined,
  };
}

function toTime({ start, end }: UsageSpan): Stretch {
  return { start: Date.parse(start), end: Date.parse(end) };
}

/** The time between the gaps. */
export function countedStretches({ time }: Measurement): Stretch[] {
  const ends = [...time.gaps.map((gap) => gap.start), time.end];
  const starts = [time.start, ...time.gaps.map((gap) => gap.end)];
  return starts.map((start, index) => ({ start, end: ends[index] ?? start })).filter(({ start, end }) => start < end);
}

function joined(covers: readonly Cover[]): Cover {
  return { buckets: covers.flatMap(({ buckets }) => buckets), bare: covers.flatMap(({ bare }) => bare) };
}
