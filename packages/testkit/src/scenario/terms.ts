import type { OrganizationInput } from "@counterfoil/service";

export interface ScenarioOptions {
  /** Where the story's clock starts, and where contracts start unless they say otherwise: `2024-01-31`. */
  readonly start: string;
  /** IANA name of the zone of the organization and its accounts. Default UTC. */
  readonly zone?: string;
  /** Default USD. */
  readonly currency?: string;
  /** How long drafts collect usage. Default 0: they issue themselves at once. */
  readonly graceHours?: number;
  /** Further settings of the organization. */
  readonly settings?: OrganizationInput;
  /** Members of the first account beyond its name. */
  readonly account?: Record<string, unknown>;
}

/** Terms of a price that a story may set beside its amount. */
export interface FixedTerms {
  /** Default 1. */
  readonly units?: number;
  /** What a unit is called. */
  readonly unitLabel?: string;
  /** Default advance. */
  readonly terms?: "advance" | "arrears";
  /** Default monthly. */
  readonly every?: string;
  /** Charged once, with no interval. */
  readonly oneOff?: boolean;
  /** Further members of the price, such as `trialPeriodDays`. */
  readonly price?: Record<string, unknown>;
}

/** Which events feed a metric. By default the sum of the property `quantity`. */
export interface MetricTerms {
  /** The name of the events; by default the metric's name in snake_case: API calls → api_calls. */
  readonly event?: string;
  /** The aggregation, with the property that it reads: `count`, `max seats`, `percentile mbit 95`. */
  readonly measure?: string;
  readonly filters?: readonly object[];
  /** Properties that split the usage into lines. */
  readonly groupBy?: readonly string[];
}

/** Terms of a price of usage. It has a metric of its own, unless it names others. */
export interface UsageTerms extends MetricTerms {
  /** Ids of metrics that exist, whose quantities are added. */
  readonly metrics?: readonly string[];
  /** Default monthly. */
  readonly every?: string;
  /** Further members of the price, such as `minimumSpend`. */
  readonly price?: Record<string, unknown>;
}

export interface SubscriptionTerms {
  /** What is sold, or the plan that says it. */
  readonly prices?: readonly string[];
  readonly plan?: string;
  /** Id of the account; the story's first one by default. */
  readonly account?: string;
  /** False leaves it a draft. */
  readonly activate?: boolean;
  /** Any member of the interface, such as `trialPeriodDays`. Dates are local days. */
  readonly [member: string]: unknown;
}

/** A change of what a subscription sells (R-SUB-4). */
export interface Change {
  readonly discounts?: readonly object[];
  readonly thresholds?: readonly object[];
  readonly add?: readonly object[];
  readonly remove?: readonly object[];
  readonly update?: readonly object[];
  /** What this plan sells takes the place of everything. */
  readonly planId?: string;
  /** What is granted from then on. */
  readonly entitlements?: readonly object[];
  /** `now` by default. */
  readonly effective?: string;
  /** `prorate` by default. */
  readonly proration?: string;
}

export interface StoryEvent {
  readonly uniqueId: string;
  readonly account: string;
  readonly eventName: string;
  readonly timestamp: string;
  readonly properties: Record<string, unknown>;
}

/** What `POST /events` answers (R-EVT-2). */
export interface Ingestion {
  readonly ingested: readonly string[];
  readonly failed: readonly string[];
  readonly duplicates: readonly string[];
  readonly errors: readonly { index: number; uniqueId: string; code: string; detail: string }[];
}
