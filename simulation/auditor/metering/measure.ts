import type { MetricMade } from "../../journal/catalogue.ts";
import type { EventTaken } from "../../journal/journal.ts";
import { Rational } from "../rational.ts";
import { matches, numberIn } from "./matches.ts";

export interface Measured {
  readonly quantity: Rational;
  /** Events that were counted. */
  readonly events: number;
}

/** In milliseconds, half-open. */
export interface Window {
  readonly start: number;
  readonly end: number;
}

/** The time that a measurement counts. */
export interface Counting {
  readonly window: Window;
  /** Parts of the window that do not count. */
  readonly gaps: readonly Window[];
  /** The period that the window belongs to: a level is averaged over all of it. */
  readonly whole: Window;
}

const MEAN_PLACES = 18;

/** What a metric makes of events in a window, without those in its gaps (R-MET-1): each aggregation written out. */
export function measure(
  { aggregation, filters }: MetricMade,
  events: readonly EventTaken[],
  counting: Counting,
): Measured {
  const { window, gaps } = counting;
  const passing = events.filter((event) => matches(filters, event.properties));
  const counted = passing.filter(({ at }) => isIn(window, at) && !gaps.some((gap) => isIn(gap, at)));
  const { method, field } = aggregation;
  if (method === "count") return { quantity: Rational.whole(counted.length), events: counted.length };
  if (field === null) throw new Error(`${method} reads a field`);
  if (method === "count_unique") {
    const values = counted.flatMap(({ properties }) => (field in properties ? [String(properties[field])] : []));
    return { quantity: Rational.whole(new Set(values).size), events: values.length };
  }
  const samples = counted.flatMap((event) => samplesOf(event, field)).toSorted((a, b) => a.at - b.at);
  const quantity =
    method === "weighted_sum"
      ? weightedSum(
          passing.flatMap((event) => samplesOf(event, field)),
          counting,
        )
      : reduce(
          method,
          samples.map(({ value }) => value),
          aggregation.percentile,
        );
  return { quantity, events: samples.length };
}

function isIn({ start, end }: Window, at: number): boolean {
  return at >= start && at < end;
}

interface Sample {
  readonly at: number;
  readonly value: Rational;
}

/** One sample, or none where the event has no such number. */
function samplesOf({ at, properties }: EventTaken, field: string): Sample[] {
  const property = properties[field];
  const value = property === undefined ? undefined : numberIn(property);
  return value === undefined ? [] : [{ at, value }];
}

function reduce(method: string, values: readonly Rational[], percentile: number | undefined): Rational {
  const [first] = values;
  if (first === undefined) return Rational.zero;
  switch (method) {
    case "sum":
      return Rational.sum(values);
    case "average":
      return Rational.sum(values).over(Rational.whole(values.length)).rounded(MEAN_PLACES);
    case "min":
      return values.reduce(Rational.smaller, first);
    case "max":
      return values.reduce(Rational.larger, first);
    case "latest":
      return values.at(-1) ?? Rational.zero;
    case "percentile": {
      const share = Rational.of(percentile ?? 0).over(Rational.whole(100));
      const rank = share.times(Rational.whole(values.length)).ceiling();
      return values.toSorted((a, b) => a.compare(b))[Number(rank) - 1] ?? Rational.zero;
    }
    default:
      throw new Error(`the auditor knows no aggregation ${method}`);
  }
}

/** Each value weighs for the time that is left of the window when it comes, in relation to the whole period; in a gap nothing weighs. */
function weightedSum(samples: readonly Sample[], { window, gaps, whole }: Counting): Rational {
  // An account that moves over the date line can leave a day without time.
  if (window.end <= window.start || whole.end <= whole.start) return Rational.zero;
  const weighed = samples
    .filter(({ at }) => at < window.end)
    .map(({ at, value }) => {
      const from = Math.max(at, window.start);
      const lost = gaps.map((gap) => Math.max(0, Math.min(gap.end, window.end) - Math.max(gap.start, from)));
      return value.times(Rational.whole(window.end - from - lost.reduce((sum, one) => sum + one, 0)));
    });
  return Rational.sum(weighed)
    .over(Rational.whole(whole.end - whole.start))
    .rounded(MEAN_PLACES);
}
