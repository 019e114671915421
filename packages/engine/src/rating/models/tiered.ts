import type { Tier } from "../tier.ts";

/** All of Q at the price of the tier that contains Q, plus that tier's fixedFee (volume pricing). */
export interface TieredModel {
  readonly type: "tiered";
  readonly tiers: readonly Tier[];
}
