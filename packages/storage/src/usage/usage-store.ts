import type {
  Aggregation,
  Decimal,
  FilterGroup,
  GroupUsage,
  MeasuredEvent,
  Properties,
  SentCost,
} from "@counterfoil/engine";
import type { Tx } from "../database/tx.ts";
import type { UnreadableEvent } from "./measuring-metrics.ts";

/** A question: what one metric of one account measured in one period. */
export interface UsageQuestion {
  /** Chosen by the caller to find the answer. */
  readonly key: string;
  readonly accountId: string;
  readonly metric: UsageMetric;
  /** Instants, half-open. */
  readonly start: string;
  readonly end: string;
  /** Only events that counted up to this sequence (see `currentUsageSequence`); null for all. */
  readonly throughSequence: string | null;
  /** Names of the properties that split the usage into groups; [] for none. */
  readonly groupBy: readonly string[];
  /**
   * Times in which nothing counts, such as pauses: instants, half-open, ascending and disjoint. They may extend beyond
   * the period.
   */
  readonly except: readonly UsageSpan[];
  /** The period over which the mean of a `weighted_sum` is taken (see the engine's `Window`). Default: the question's. */
  readonly meanOver?: UsageSpan;
  /** Events that count as if they were stored. They have the account and the event name of the question. */
  readonly expected?: readonly MeasuredEvent[];
}

/** Instants, half-open. */
export interface UsageSpan {
  readonly start: string;
  readonly end: string;
}

/** The measuring part of a metric (R-MET-1, R-MET-2). */
export interface UsageMetric {
  readonly id: string;
  readonly eventName: string;
  readonly filters: readonly FilterGroup[];
  readonly aggregation: Aggregation;
}

/** The measured usage, or a refusal if `groupBy` splits it into too many groups. */
export type UsageAnswer = UsageMeasured | UsageRefused;

export interface UsageMeasured {
  readonly kind: "measured";
  readonly key: string;
  /** Over the events of all groups. For `max`, the maximum of all. */
  readonly quantity: Decimal;
  /**
   * The number of counted events: they pass the filters, are not in a gap, and have the value that the aggregation
   * reads.
   */
  readonly eventCount: number;
  readonly firstEventAt: string | null;
  readonly lastEventAt: string | null;
  /**
   * Events that pass the filters, but whose property is missing or is not a number in the valid range where one is
   * needed.
   */
  readonly skippedEvents: number;
  /**
   * One for each combination of values with counted events or with a `weighted_sum` other than 0, ordered by the
   * values. `values` lacks properties that the events do not have. [] without groups.
   */
  readonly groups: readonly GroupUsage[];
}

/** The usage has more combinations of values than a question may have. Nothing was measured. */
export interface UsageRefused {
  readonly kind: "too_many_groups";
  readonly key: string;
  readonly accountId: string;
  readonly metricId: string;
  readonly groupBy: readonly string[];
  readonly limit: number;
}

/** A validated event, as it is stored. */
export interface UsageEvent {
  readonly uniqueId: string;
  /** SHA-256 of the content, 32 hexadecimal digits; equal for equal content. */
  readonly contentHash: string;
  readonly accountId: string | null;
  /** The account as it was sent; null if that was its ID. */
  readonly accountReference: string | null;
  readonly eventName: string;
  /** JSON text of flat pairs. It is text so that numbers keep all digits. */
  readonly properties: string;
  /** The same pairs as they are measured. */
  readonly values: Properties;
  readonly timestamp: string;
  /** What the event costs the organization, if that was sent (R-COST-1). */
  readonly cost?: SentCost | undefined;
  /** When its cost became known, on the clock of the account. Default: when it was received. */
  readonly knownAt?: string | undefined;
}

/** What is stored under an ID. Its hash shows whether a later event is a duplicate or a conflict (R-EVT-3). */
export interface StoredEvent {
  readonly uniqueId: string;
  readonly contentHash: string;
}

/** The result of inserting events. */
export interface InsertedEvents {
  /** What is stored under the IDs that were not new. */
  readonly stored: readonly StoredEvent[];
  /** Values of the stored events that metrics need and cannot read. */
  readonly unreadable: readonly UnreadableEvent[];
  /** The last sequence of the batch, which the increments have. */
  readonly lastSequence: string;
}

/**
 * Stores usage events. PostgreSQL is one implementation. Beyond the capacity of one PostgreSQL server, another
 * implementation can replace it with the same contract (R-EVT-9): an ID counts only once, forever, and `read` sees
 * everything that `insert` has returned for.
 */
export interface UsageStore {
  /** Stores up to 65,535 events with different IDs. */
  insert(tx: Tx, events: readonly UsageEvent[], receivedAt: string): Promise<InsertedEvents>;
  /** One answer per question, in a few statements for any number of questions. Must run in a transaction. */
  read(tx: Tx, questions: readonly UsageQuestion[]): Promise<UsageAnswer[]>;
  /** The same with two lookups outside a transaction, if few totals cover everything; undefined if more is needed. */
  lookUp(tx: Tx, questions: readonly UsageQuestion[]): Promise<UsageAnswer[] | undefined>;
  /** A sequence up to which no further events will count: the cut-off of the current reading. */
  currentSequence(tx: Tx): Promise<string>;
  /**
   * Assigns the unmatched events stored under one of these names to an account. Returns how many. They count from now
   * on (R-EVT-5), and so do their costs.
   * @param boundAt on the clock of the account
   */
  bind(tx: Tx, accountId: string, names: readonly string[], boundAt: string): Promise<number>;
}
