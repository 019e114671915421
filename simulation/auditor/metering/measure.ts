import type { MetricMade } from "../../journal/catalogue.ts";
import type { EventTaken } from "../../journal/journal.ts";
import { Rational } from "../rational.ts";
import { matches, numberIn } from "./matches.ts";

export interface Measured {
  readonly quantity: Rational;
  /** Events that were counted. */
  readonly events: number;
}

const MEAN_PLACES = 18;

/**
 * What a metric makes of an account's events in a window of milliseconds (R-MET-1): one event after the other, and each
 * aggregation written out.
 */
export function measure(
  { aggregation, filters }: MetricMade,
  events: readonly EventTaken[],
  window: { readonly start: number; readonly end: number },
): Measured {
  const passing = events.filter((event) => matches(filters, event.properties));
  const inside = passing.filter((event) => event.at >= window.start && event.at < window.end);
  const { method, field } = aggregation;
  if (method === "count") return { quantity: Rational.whole(inside.length), events: inside.length };
  if (field === null) throw new Error(`${method} reads a field`);
  if (method === "count_unique") {
    const values = inside.flatMap(({ properties }) => (field in properties ? [String(properties[field])] : []));
    return { quantity: Rational.whole(new Set(values).size), events: values.length };
  }
  const counted = inside.flatMap((event) => samplesOf(event, field)).toSorted((a, b) => a.at - b.at);
  const quantity =
    method === "weighted_sum"
      ? weightedSum(
          passing.filter((event) => event.at < window.start).flatMap((event) => samplesOf(event, field)),
          counted,
          window,
        )
      : reduce(method, counted, aggregation.percentile);
  return { quantity, events: counted.length };
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

function reduce(method: string, samples: readonly Sample[], percentile: number | undefined): Rational {
  const values = samples.map(({ value }) => value);
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
      return samples.at(-1)?.value ?? Rational.zero;
    case "percentile": {
      const share = Rational.of(percentile ?? 0).over(Rational.whole(100));
      const rank = share.times(Rational.whole(values.length)).ceiling();
      return values.toSorted((a, b) => a.compare(b))[Number(rank) - 1] ?? Rational.zero;
    }
    default:
      throw new Error(`the auditor knows no aggregation ${method}`);
  }
}

/** The level that the events lead to, weighted by how long it lasted: stretch by stretch from event to event. */
function weightedSum(
  before: readonly Sample[],
  samples: readonly Sample[],
  window: { readonly start: number; readonly end: number },
): Rational {
  let level = Rational.sum(before.map(({ value }) => value));
  let weighted = Rational.zero;
  let since = window.start;
  for (const { at, value } of samples) {
    weighted = weighted.plus(level.times(Rational.whole(at - since)));
    level = level.plus(value);
    since = at;
  }
  weighted = weighted.plus(level.times(Rational.whole(window.end - since)));
  return weighted.over(Rational.whole(window.end - window.start)).rounded(MEAN_PLACES);
}
