import type { PlanRow, PriceGroup } from "@counterfoil/storage";
import type { EntitlementInput } from "../entitlements/index.ts";
import type { DiscountInput } from "../prices/index.ts";

export type Plan = PlanRow;

/** A plan's price group in a request. Missing members are taken from the bundle. */
export type PlanPriceGroupInput = Partial<PriceGroup>;

type Terms = Omit<
  PlanRow,
  "id" | "priceGroups" | "discount" | "entitlements" | "archivedAt" | "createdAt" | "updatedAt"
>;

/** The members of a plan that a caller can set. */
export type PlanInput = Partial<Terms> & {
  priceGroups?: PlanPriceGroupInput[];
  discount?: DiscountInput | null;
  entitlements?: EntitlementInput[];
};
