import type { PlanRow, PriceGroup } from "@counterfoil/storage";
import type { EntitlementInput } from "../entitlements/index.ts";
import type { DiscountInput } from "../prices/index.ts";

export type Plan = PlanRow;

/** A plan's price group as it is written. What a bundle knows is taken from it where nothing is said. */
export type PlanPriceGroupInput = Partial<PriceGroup>;

type Terms = Omit<
  PlanRow,
  "id" | "priceGroups" | "discount" | "entitlements" | "archivedAt" | "createdAt" | "updatedAt"
>;

/** What a caller writes of a plan. */
export type PlanInput = Partial<Terms> & {
  priceGroups?: PlanPriceGroupInput[];
  discount?: DiscountInput | null;
  entitlements?: EntitlementInput[];
};
