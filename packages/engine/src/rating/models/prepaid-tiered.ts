import type { Decimal } from "../../decimal/decimal.ts";
import type { Tier } from "../tier.ts";

/**
 * In advance: `units` rated as `tiered`. In arrears, for Q above `units`: (Q − units) × the price of the tier that
 * contains Q.
 */
export interface PrepaidTieredModel {
  readonly type: "prepaid_tiered";
  readonly tiers: readonly Tier[];
  readonly units: Decimal;
}
