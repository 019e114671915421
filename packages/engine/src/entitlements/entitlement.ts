/** The kinds of features. An account has a boolean feature or not; it may use a quantity up to a limit. */
export const FEATURE_TYPES = ["boolean", "quantity"] as const;
export type FeatureType = (typeof FEATURE_TYPES)[number];

/**
 * When the use of a quantity starts again at 0: never, with a calendar unit of the account's time zone, or with the
 * subscription's period.
 */
export const RESETS = [
  "none",
  "hour",
  "day",
  "week",
  "month",
  "quarter",
  "semi_annual",
  "year",
  "billing_period",
] as const;
export type Resets = (typeof RESETS)[number];

/** The value of a quantity without a limit. Other quantities are decimals. */
export const UNLIMITED = "unlimited";

/** What a plan or a version of a subscription grants of one feature. */
export interface Entitlement {
  readonly featureKey: string;
  /** For a boolean feature, whether it is granted. For a quantity, a decimal or `unlimited`. */
  readonly value: boolean | string;
  /** `none` for a boolean feature. */
  readonly resets: Resets;
}
