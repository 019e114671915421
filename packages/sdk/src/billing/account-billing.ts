import type { AccountEntitlementsEntitlement, PriceBillingInterval, UsageAlertPeriod } from "../generated/types.gen.ts";

/** What one feature allows an account, and how much of it is used. */
export type FeatureUsage = Omit<AccountEntitlementsEntitlement, "subscriptionIds">;

/** A list price of a plan. Discounts and spend limits of the plan are not part of it. */
export interface OfferedPrice {
  /** The name of the product. */
  readonly name: string;
  /**
   * `fixed`: the amount is charged in each interval. `unit`: for each unit. `usage`: the price depends on the quantity in
   * another way, and has no single amount.
   */
  readonly kind: "fixed" | "unit" | "usage";
  /** Exact decimal as a string; null for `usage`. */
  readonly amount: string | null;
  /** ISO 4217 code. */
  readonly currency: string;
  /** Null for a price that is charged once. */
  readonly interval: PriceBillingInterval | null;
  /** The name of one unit, such as seat. */
  readonly unitLabel: string | null;
}

export interface OfferedFeature {
  readonly featureKey: string;
  readonly name: string;
  /** True or false, a decimal as a string, or "unlimited". */
  readonly value: boolean | string;
  readonly resets: UsageAlertPeriod;
}

export interface OfferedPlan {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly trialPeriodDays: number | null;
  /** Whether the account has an active subscription to this plan. */
  readonly isCurrent: boolean;
  readonly prices: readonly OfferedPrice[];
  readonly features: readonly OfferedFeature[];
}

/** What a billing page shows. It contains no key and no link, so a server may send it to the browser of the account's user. */
export interface AccountBilling {
  /** The account's current time: that of its test clock, if it has one. */
  readonly asOf: string;
  readonly usage: readonly FeatureUsage[];
  readonly plans: readonly OfferedPlan[];
}
