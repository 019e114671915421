import type { PercentageTier } from "../tier.ts";

/** Each slice of Q, a money volume, × its own tier's percentage, plus the fixedFee of every tier reached. */
export interface GraduatedPercentageModel {
  readonly type: "graduated_percentage";
  readonly tiers: readonly PercentageTier[];
}
