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

/** An event as it is totalled. */
export interface TotalledEvent {
  readonly accountId: string;
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number;
  readonly sequence: number;
  readonly properties: Properties;
}

/** What some events of one series come to in one bucket. */
export interface Total {
  readonly totalling: Totalling;
  readonly accountId: string;
  /** The values of the groups as a JSON array; `[]` where nothing splits the usage. */
  readonly groupValues: string;
  readonly span: Span;
  readonly bucket: number;
  aggregate: RunningAggregate;
  firstAt: number | null;
  lastAt: number | null;
  isStale: boolean;
}

const [FINEST, ...COARSER] = spans;

/** Adds up events, first by the finest bucket; `totals` makes the coarser ones of those. */
export class TotalSums {
  readonly #finest = new Map<string, Total>();

  add(totalling: Totalling, event: TotalledEvent): void {
    if (!matchesFilters(totalling.filters, event.properties)) return;
    const total = this.#at(totalling, event);
    const before = total.aggregate.eventCount;
    total.aggregate = addSample(total.aggregate, sampleOf(totalling.aggregation, event));
    if (total.aggregate.eventCount > before) noteTime(total, event.at, event.at);
  }

  /** Has the buckets of an event that counts no more measured from the events. */
  mark(totalling: Totalling, event: TotalledEvent): void {
    if (matchesFilters(totalling.filters, event.properties)) this.#at(totalling, event).isStale = true;
  }

  get size(): number {
    return this.#finest.size;
  }

  totals(): Total[] {
    const all = [...this.#finest.values()];
    return [...all, ...COARSER.flatMap((span) => coarser(all, span))];
  }

  #at(totalling: Totalling, { accountId, at, properties }: TotalledEvent): Total {
    const groupValues =
      totalling.groupBy.length === 0 ? "[]" : JSON.stringify(groupValuesOf(totalling.groupBy, properties));
    const bucket = bucketOf(at, FINEST);
    const key = `${totalling.generation} ${bucket} ${accountId} ${groupValues}`;
    let total = this.#finest.get(key);
    if (total === undefined) {
      total = emptyTotal(totalling, accountId, groupValues, FINEST, bucket);
      this.#finest.set(key, total);
    }
    return total;
  }
}

function emptyTotal(totalling: Totalling, accountId: string, groupValues: string, span: Span, bucket: number): Total {
  const aggregate = startAggregate(totalling.aggregation);
  return { totalling, accountId, groupValues, span, bucket, aggregate, firstAt: null, lastAt: null, isStale: false };
}

function coarser(finest: readonly Total[], span: Span): Total[] {
  const made = new Map<string, Total>();
  for (const part of finest) {
    const bucket = Math.floor((part.bucket * FINEST) / span);
    const key = `${part.totalling.generation} ${bucket} ${part.accountId} ${part.groupValues}`;
    const whole = made.get(key);
    if (whole === undefined) {
      made.set(key, { ...part, span, bucket });
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

/** How the values of two totals become one, as `usage_total.method` names it. */
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

/** The one number that an aggregate keeps beside its count; null where there is none yet. */
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
