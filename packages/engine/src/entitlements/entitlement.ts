/** Which kinds of features there are: one is had or not, of the other so much may be used. */
export const FEATURE_TYPES = ["boolean", "quantity"] as const;
export type FeatureType = (typeof FEATURE_TYPES)[number];

/** When a quantity starts again: never, with a calendar unit of the account's zone, or with the subscription's period. */
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

/** Without bounds; beside the decimals of the other quantities. */
export const UNLIMITED = "unlimited";

/** What a plan or a version of a subscription grants of one feature. */
export interface Entitlement {
  readonly featureKey: string;
  /** Of a boolean feature whether it is had; of a quantity how much, as a decimal, or `unlimited`. */
  readonly value: boolean | string;
  /** `none` for a boolean feature. */
  readonly resets: Resets;
}
