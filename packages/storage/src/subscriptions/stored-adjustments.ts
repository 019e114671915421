export interface Spend {
  /** Decimal string in the subscription's currency. */
  amount: string;
  period: SpendPeriod;
}

/** The calendar unit to which a minimum or maximum applies. */
export type SpendPeriod = "day" | "week" | "month" | "quarter" | "semi_annual" | "year";

export interface SubscriptionDiscount {
  discountType: "percentage" | "amount";
  amount: string;
  durationType: "fixed" | "forever";
  durationValue: number | null;
  durationUnit: "days" | "weeks" | "months" | "years" | null;
}

/**
 * The scope of a version's discount or limit: everything that the version sells, or the prices and bundles with these
 * IDs.
 */
export interface VersionScope {
  type: "global" | "items";
  ids: string[];
}

interface VersionAdjustment {
  /** Stays the same in consecutive versions, so that the discount or limit continues. */
  id: string;
  /** Decimal: percent, or an amount in the subscription's currency. */
  value: string;
  scope: VersionScope;
  /** The prices of the version that the scope includes; null for all. */
  priceIds: string[] | null;
}

export interface VersionDiscount extends VersionAdjustment {
  type: SubscriptionDiscount["discountType"];
  durationType: SubscriptionDiscount["durationType"];
  durationValue: number | null;
  durationUnit: SubscriptionDiscount["durationUnit"];
}

export interface VersionThreshold extends VersionAdjustment {
  type: "min" | "max";
  interval: SpendPeriod;
}
