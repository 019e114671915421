import type { Day } from "../auditor/calendar.ts";
import type { MetricMade, PriceMade } from "./catalogue.ts";
import type { BilledPlace, MoneyEntry } from "./money.ts";
import type { CancellationMade, ChangeMade, PauseMade, SubscriptionMade } from "./subscription.ts";

/** A usage event that was answered as ingested. */
export interface EventTaken {
  readonly uniqueId: string;
  /** The account that it counts for. */
  readonly accountId: string;
  readonly eventName: string;
  /** Milliseconds. */
  readonly at: number;
  readonly properties: Readonly<Record<string, string | number | boolean>>;
}

/**
 * What was done to the organization and was answered with success, in order. With it, and nothing from the product, the
 * auditor works out every invoice.
 */
export type JournalEntry =
  | MoneyEntry
  | {
      readonly kind: "organization_made";
      readonly graceHours: number;
      readonly skipsZero: boolean;
      /** Where the organization sells from, as far as it says so. */
      readonly country: string | null;
      readonly now: number;
    }
  | { readonly kind: "metric_made"; readonly metric: MetricMade }
  | { readonly kind: "price_made"; readonly price: PriceMade }
  | {
      readonly kind: "account_made";
      readonly accountId: string;
      readonly zone: string;
      readonly country: string | null;
    }
  | { readonly kind: "zone_changed"; readonly accountId: string; readonly zone: string }
  | { readonly kind: "subscription_made"; readonly subscription: SubscriptionMade }
  | {
      readonly kind: "version_drafted";
      readonly subscriptionId: string;
      readonly versionId: string;
      readonly startsOn: Day;
      readonly priceIds: readonly string[];
    }
  | { readonly kind: "version_published"; readonly subscriptionId: string; readonly versionId: string }
  | { readonly kind: "subscription_activated"; readonly subscriptionId: string }
  | { readonly kind: "subscription_changed"; readonly change: ChangeMade }
  | { readonly kind: "subscription_paused"; readonly pause: PauseMade }
  | { readonly kind: "subscription_resumed"; readonly subscriptionId: string; readonly effective: string }
  | { readonly kind: "subscription_canceled"; readonly cancellation: CancellationMade }
  | { readonly kind: "cancellation_withdrawn"; readonly subscriptionId: string }
  | { readonly kind: "plan_made"; readonly planId: string; readonly priceIds: readonly string[] }
  | { readonly kind: "events_taken"; readonly events: readonly EventTaken[] }
  /** Another content took the place of an event's; its id stays. */
  | { readonly kind: "event_amended"; readonly event: EventTaken }
  | { readonly kind: "event_voided"; readonly uniqueId: string }
  | {
      readonly kind: "invoice_issued";
      readonly invoiceId: string;
      readonly billed: BilledPlace;
    }
  /**
   * `subscription day`: where the platform has put corrections of late usage since. On which day before the next invoice is its
   * own choice; their sum is not.
   */
  | {
      readonly kind: "corrections_seen";
      readonly days: readonly string[];
      /** `subscription price start end` of what the platform has still to look at. */
      readonly late: readonly string[];
    }
  /** The workers did what was due, without the clock being moved. */
  | { readonly kind: "workers_ran"; readonly stepwise: boolean }
  /** Everything that is due on the way was done; stepwise on a test clock, at once after an outage otherwise. */
  | { readonly kind: "clock_moved"; readonly to: number; readonly stepwise: boolean };
