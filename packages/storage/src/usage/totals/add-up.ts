import {
  addSample,
  type Decimal,
  groupValuesOf,
  matchesFilters,
  mergeAggregates,
  type Properties,
  type RunningAggregate,
  sampleOf,
  startAggregate,
} from "@counterfoil/engine";
import { bucketOf, type Span, spans } from "./bucket.ts";
import type { Totalling } from "./totalling.ts";

/** The members of an event that totals need. */
export interface TotalledEvent {
  readonly accountId: string;
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number;
  readonly sequence: number;
  readonly properties: Properties;
}

/** One combination of group values in one account's usage, in one totalling. */
export interface Series {
  readonly totalling: Totalling;
  readonly accountId: string;
  /** The group values as a JSON array; `[]` without groups. */
  readonly groupValues: string;
}

/** The total of some events of one series in one bucket. */
export interface Total {
  readonly series: Series;
  readonly span: Span;
  readonly bucket: number;
  aggregate: RunningAggregate;
  firstAt: number | null;
  lastAt: number | null;
  isStale: boolean;
}

const [FINEST, ...COARSER] = spans;

/** The totals of one series by bucket. */
type Buckets = Map<number, Total>;

/** Adds up events in the finest buckets. `totals` derives the coarser ones from them. */
export class TotalSums {
  /** By generation, group values and account. Three nested lookups avoid building a key for every event. */
  readonly #finest = new Map<string, Map<string, Map<string, { series: Series; buckets: Buckets }>>>();
  #size = 0;

  add(totalling: Totalling, event: TotalledEvent): void {
    if (!matchesFilters(totalling.filters, event.properties)) return;
    const total = this.#at(totalling, event);
    const before = total.aggregate.eventCount;
    total.aggregate = addSample(total.aggregate, sampleOf(totalling.aggregation, event));
    if (total.aggregate.eventCount > before) noteTime(total, event.at, event.at);
  }

  /** Marks the bucket of an event that no longer counts, so that it is measured from the events. */
  mark(totalling: Totalling, event: TotalledEvent): void {
    if (matchesFilters(totalling.filters, event.properties)) this.#at(totalling, event).isStale = true;
  }

  /**
   * Creates the bucket of an event that had already ended when it was added up, without counting the event. A reading
   * with a cut-off before its end finds a bucket that is later than the cut-off, and measures it from the events.
   * Without the bucket it would find nothing.
   */
  keep(totalling: Totalling, event: TotalledEvent): void {
    if (matchesFilters(totalling.filters, event.properties)) this.#at(totalling, event);
  }

  get size(): number {
    return this.#size;
  }

  quarters(): Total[] {
    return this.#bySeries().flat();
  }

  totals(): Total[] {
    return this.#bySeries().flatMap((finest) => [...finest, ...COARSER.flatMap((span) => coarser(finest, span))]);
  }

  #bySeries(): Total[][] {
    return [...this.#finest.values()]
      .flatMap((groups) => [...groups.values()])
      .flatMap((accounts) => [...accounts.values()].map(({ buckets }) => [...buckets.values()]));
  }

  #at(totalling: Totalling, { accountId, at, properties }: TotalledEvent): Total {
    const groupValues =
      totalling.groupBy.length === 0 ? "[]" : JSON.stringify(groupValuesOf(totalling.groupBy, properties));
    const groups = found(this.#finest, totalling.generation, () => new Map());
    const accounts = found(groups, groupValues, () => new Map());
    const { series, buckets } = found(accounts, accountId, () => {
      return { series: { totalling, accountId, groupValues }, buckets: new Map() };
    });
    return found(buckets, bucketOf(at, FINEST), (bucket) => {
      this.#size += 1;
      return emptyTotal(series, FINEST, bucket);
    });
  }
}

/** The value of a key in a map. Creates it if missing. */
function found<Key, Value extends object>(map: Map<Key, Value>, key: Key, make: (key: Key) => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make(key);
    map.set(key, value);
  }
  return value;
}

function emptyTotal(series: Series, span: Span, bucket: number): Total {
  const aggregate = startAggregate(series.totalling.aggregation);
  return { series, span, bucket, aggregate, firstAt: null, lastAt: null, isStale: false };
}

/** The coarser totals of one series. */
function coarser(finest: readonly Total[], span: Span): Total[] {
  const made: Buckets = new Map();
  for (const part of finest) {
    const bucket = Math.floor((part.bucket * FINEST) / span);
    const whole = made.get(bucket);
    if (whole === undefined) {
      made.set(bucket, { ...part, span, bucket });
      continue;
    }
    whole.aggregate = mergeAggregates(whole.aggregate, part.aggregate);
    whole.isStale ||= part.isStale;
    if (part.firstAt !== null && part.lastAt !== null) noteTime(whole, part.firstAt, part.lastAt);
  }
  return [...made.values()];
}

function noteTime(total: Total, first: number, last: number): void {
  if (total.firstAt === null || first < total.firstAt) total.firstAt = first;
  if (total.lastAt === null || last > total.lastAt) total.lastAt = last;
}

/** How the values of two totals are combined, as in `usage_total.method`. */
export function methodLetter({ method }: RunningAggregate): string {
  switch (method) {
    case "sum":
    case "average":
      return "s";
    case "min":
      return "i";
    case "max":
      return "a";
    case "latest":
      return "l";
    default:
      return "c";
  }
}

/** The number that an aggregate stores in addition to its count; null if there is none yet. */
export function valueOf(aggregate: RunningAggregate): Decimal | null {
  switch (aggregate.method) {
    case "sum":
    case "average":
      return aggregate.sum;
    case "min":
      return aggregate.smallest;
    case "max":
      return aggregate.largest;
    case "latest":
      return aggregate.latest?.value ?? null;
    default:
      return null;
  }
}
