import type { OrganizationInput } from "@counterfoil/service";

export interface ScenarioOptions {
  /** The start of the story's clock, and of contracts by default: `2024-01-31`. */
  readonly start: string;
  /** IANA time zone of the organization and its accounts. Default: UTC. */
  readonly zone?: string;
  /** Default: USD. */
  readonly currency?: string;
  /** Grace period of drafts in hours. Default: 0, so drafts are issued immediately. */
  readonly graceHours?: number;
  /** Further settings of the organization. */
  readonly settings?: OrganizationInput;
  /** Members of the first account beyond its name. */
  readonly account?: Record<string, unknown>;
}

/** Terms of a price apart from its amount. */
export interface FixedTerms {
  /** Default: 1. */
  readonly units?: number;
  /** The name of a unit. */
  readonly unitLabel?: string;
  /** Default: advance. */
  readonly terms?: "advance" | "arrears";
  /** Default: monthly. */
  readonly every?: string;
  /** Charged once, without an interval. */
  readonly oneOff?: boolean;
  /** Further members of the price, such as `trialPeriodDays`. */
  readonly price?: Record<string, unknown>;
}

/** Which events a metric counts. By default, it sums the property `quantity`. */
export interface MetricTerms {
  /** The name of the events. Default: the metric's name in snake_case: API calls → api_calls. */
  readonly event?: string;
  /** The aggregation and the property that it reads: `count`, `max seats`, `percentile mbit 95`. */
  readonly measure?: string;
  readonly filters?: readonly object[];
  /** Properties that split the usage into lines. */
  readonly groupBy?: readonly string[];
}

/** Terms of a usage price. It has its own metric, unless it names others. */
export interface UsageTerms extends MetricTerms {
  /** IDs of existing metrics, whose quantities are added. */
  readonly metrics?: readonly string[];
  /** Default: monthly. */
  readonly every?: string;
  /** Further members of the price, such as `minimumSpend`. */
  readonly price?: Record<string, unknown>;
}

export interface SubscriptionTerms {
  /** The prices, or the plan that contains them. */
  readonly prices?: readonly string[];
  readonly plan?: string;
  /** The ID of the account. Default: the story's first account. */
  readonly account?: string;
  /** False leaves the subscription a draft. */
  readonly activate?: boolean;
  /** Any member of the API, such as `trialPeriodDays`. Dates are local days. */
  readonly [member: string]: unknown;
}

/** A change of a subscription's prices (R-SUB-4). */
export interface Change {
  readonly discounts?: readonly object[];
  readonly thresholds?: readonly object[];
  readonly add?: readonly object[];
  readonly remove?: readonly object[];
  readonly update?: readonly object[];
  /** The plan that replaces all prices. */
  readonly planId?: string;
  /** The entitlements from the change on. */
  readonly entitlements?: readonly object[];
  /** Default: `now`. */
  readonly effective?: string;
  /** Default: `prorate`. */
  readonly proration?: string;
}

export interface StoryEvent {
  readonly uniqueId: string;
  readonly account: string;
  readonly eventName: string;
  readonly timestamp: string;
  readonly properties: Record<string, unknown>;
}

/** The response of `POST /events` (R-EVT-2). */
export interface Ingestion {
  readonly ingested: readonly string[];
  readonly failed: readonly string[];
  readonly duplicates: readonly string[];
  readonly errors: readonly { index: number; uniqueId: string; code: string; detail: string }[];
}
