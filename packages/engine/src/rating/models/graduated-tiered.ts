import type { Tier } from "../tier.ts";

/** Each slice of Q at its own tier's price, plus the fixedFee of every tier reached. */
export interface GraduatedTieredModel {
  readonly type: "graduated_tiered";
  readonly tiers: readonly Tier[];
}
