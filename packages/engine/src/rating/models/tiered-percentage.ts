import type { PercentageTier } from "../tier.ts";

/** Q, a money volume, × the percentage of the tier that contains it, plus that tier's fixedFee. */
export interface TieredPercentageModel {
  readonly type: "tiered_percentage";
  readonly tiers: readonly PercentageTier[];
}
