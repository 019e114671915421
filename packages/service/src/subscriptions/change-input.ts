import type { ProrationPolicy } from "@counterfoil/engine";
import type { EntitlementInput } from "../entitlements/index.ts";
import type { PriceInput } from "../prices/index.ts";
import type { AdjustmentsInput } from "./version-adjustments.ts";

/** A change of what a running subscription sells (R-SUB-4). */
export interface ChangeInput extends AdjustmentsInput {
  add?: { priceId?: string; newPrice?: PriceInput; group?: string }[];
  remove?: { priceId: string }[];
  update?: { priceId: string; newPriceId?: string; newPrice?: PriceInput }[];
  /** Sells what the plan sells in place of everything sold before. */
  planId?: string;
  /** What the account is entitled to from then on, whole; unchanged when left out, or the plan's. */
  entitlements?: EntitlementInput[];
  /** `now`, `period_end`, an instant or a local day. */
  effective?: string;
  proration?: ProrationPolicy;
  /** Leaves the new version a draft, to be published later. */
  draft?: boolean;
  description?: string | null;
}
