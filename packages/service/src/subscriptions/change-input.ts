import type { ProrationPolicy } from "@counterfoil/engine";
import type { EntitlementInput } from "../entitlements/index.ts";
import type { PriceInput } from "../prices/index.ts";
import type { AdjustmentsInput } from "./version-adjustments.ts";

/** A change of what an active subscription sells (R-SUB-4). */
export interface ChangeInput extends AdjustmentsInput {
  add?: { priceId?: string; newPrice?: PriceInput; group?: string }[];
  remove?: { priceId: string }[];
  update?: { priceId: string; newPriceId?: string; newPrice?: PriceInput }[];
  /** Replaces everything that is sold with the plan's prices. */
  planId?: string;
  /**
   * All entitlements of the account from then on. By default those of the plan if one is given, otherwise unchanged.
   */
  entitlements?: EntitlementInput[];
  /** `now`, `period_end`, an instant or a local day. */
  effective?: string;
  proration?: ProrationPolicy;
  /** Creates the new version as a draft, to be published later. */
  draft?: boolean;
  description?: string | null;
}
