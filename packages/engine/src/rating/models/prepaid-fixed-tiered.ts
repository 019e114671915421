import type { Decimal } from "../../decimal/decimal.ts";
import type { Tier } from "../tier.ts";

/** How often overage is billed within the billing interval (the names of R-CAT-2). */
export const overageIntervals = ["daily", "weekly", "monthly", "quarterly", "semi_annual", "yearly"] as const;

export type OverageInterval = (typeof overageIntervals)[number];

/**
 * In advance: the fixedFee of the tier that contains `units`. In arrears, per overage interval: the slices of Q above
 * `units`, each at its tier's price, cumulative over the billing period, less what earlier intervals billed.
 */
export interface PrepaidFixedTieredModel {
  readonly type: "prepaid_fixed_tiered";
  readonly tiers: readonly Tier[];
  readonly units: Decimal;
  /** Null: the billing interval itself. */
  readonly overageInterval: OverageInterval | null;
}
