import type { Aggregation, Decimal, FilterGroup, GroupUsage, Properties } from "@counterfoil/engine";
import type { Tx } from "../database/tx.ts";
import type { UnreadableEvent } from "./measuring-metrics.ts";

/** What one metric of one account measured in one period. */
export interface UsageQuestion {
  /** Chosen by who asks, to find the answer again. */
  readonly key: string;
  readonly accountId: string;
  readonly metric: UsageMetric;
  /** Instants, half-open. */
  readonly start: string;
  readonly end: string;
  /** Only events that counted up to here (see `currentUsageSequence`); null for all. */
  readonly throughSequence: string | null;
  /** Names of the properties that split the usage into groups; [] for none. */
  readonly groupBy: readonly string[];
  /** Stretches of which nothing counts, such as pauses: instants, half-open, ascending and disjoint, also across the period. */
  readonly except: readonly UsageGap[];
}

export interface UsageGap {
  readonly start: string;
  readonly end: string;
}

/** The part of a metric that measures (R-MET-1, R-MET-2). */
export interface UsageMetric {
  readonly id: string;
  readonly eventName: string;
  readonly filters: readonly FilterGroup[];
  readonly aggregation: Aggregation;
}

/** What the events come to; or, when `groupBy` splits them too finely, the refusal to hold them apart. */
export type UsageAnswer = UsageMeasured | UsageRefused;

export interface UsageMeasured {
  readonly kind: "measured";
  readonly key: string;
  /** Over the events of all groups: of `max`, the largest of all. */
  readonly quantity: Decimal;
  /** Events that were counted: they pass the filters, lie in no gap, and have the value that the aggregation reads. */
  readonly eventCount: number;
  readonly firstEventAt: string | null;
  readonly lastEventAt: string | null;
  /** Events that pass the filters, but whose property is missing, or no number within bounds where one is needed. */
  readonly skippedEvents: number;
  /**
   * One for each combination of values of which events were counted, or whose `weighted_sum` is not 0; ordered by the values. A
   * property that the events do not have is missing in `values`. [] when nothing splits the usage.
   */
  readonly groups: readonly GroupUsage[];
}

/** More combinations of values than one question may have. Nothing was measured. */
export interface UsageRefused {
  readonly kind: "too_many_groups";
  readonly key: string;
  readonly accountId: string;
  readonly metricId: string;
  readonly groupBy: readonly string[];
  readonly limit: number;
}

/** An event that was found well-formed, as it is stored. */
export interface UsageEvent {
  readonly uniqueId: string;
  /** SHA-256 over the content, 32 hexadecimal digits; the same for the same content. */
  readonly contentHash: string;
  readonly accountId: string | null;
  /** The account as it was sent; null when that was its id. */
  readonly accountReference: string | null;
  readonly eventName: string;
  /** JSON text of flat pairs. Text, so that no digit of a number is lost on the way. */
  readonly properties: string;
  /** The same pairs as they are measured. */
  readonly values: Properties;
  readonly timestamp: string;
}

/** What is stored under an id: by its hash a later event is a duplicate of it or in conflict with it (R-EVT-3). */
export interface StoredEvent {
  readonly uniqueId: string;
  readonly contentHash: string;
}

/** What became of events that were given to the store. */
export interface InsertedEvents {
  /** What is stored under those ids that were not new. */
  readonly stored: readonly StoredEvent[];
  /** What metrics need and cannot read of the events that were stored. */
  readonly unreadable: readonly UnreadableEvent[];
}

/**
 * Where usage events are kept. PostgreSQL is one; past what one PostgreSQL serves another takes its place behind the same
 * contract (R-EVT-9): an id counts once for ever, and what `insert` answered is seen by the next `read`.
 */
export interface UsageStore {
  /** Stores up to 65,535 events whose ids differ from one another. */
  insert(tx: Tx, events: readonly UsageEvent[], receivedAt: string): Promise<InsertedEvents>;
  /** One answer per question, in a few statements for any number of questions. Runs inside a transaction. */
  read(tx: Tx, questions: readonly UsageQuestion[]): Promise<UsageAnswer[]>;
  /** The same by two look-ups outside a transaction where few totals tell all of it; undefined where it takes more. */
  lookUp(tx: Tx, questions: readonly UsageQuestion[]): Promise<UsageAnswer[] | undefined>;
  /** A sequence up to which no further event will ever count: the cut-off of what is read now. */
  currentSequence(tx: Tx): Promise<string>;
  /** Gives an account the events that wait for one of these names; answers how many. They count from now on (R-EVT-5). */
  bind(tx: Tx, accountId: string, names: readonly string[]): Promise<number>;
}
