import type { BillingInterval, PriceType } from "@counterfoil/engine";
import type { PriceDiscount, PriceSpend } from "@counterfoil/storage";
import type { PricingModels } from "./pricing-model-member.ts";

/** What a caller writes of a price. Models are read by the engine; the type may be left out beside a single model. */
export interface PriceInput extends PricingModels<unknown> {
  /** The id, or the interface's object `{"Type": "<id>"}` (R-API-1). */
  productId?: string | { Type: string };
  type?: PriceType;
  billingInterval?: BillingInterval | null;
  currency?: string;
  metricIds?: string[];
  discount?: PriceDiscountInput | null;
  trialPeriodDays?: number | null;
  minimumSpend?: PriceSpend | null;
  maximumSpend?: PriceSpend | null;
  taxRateIds?: string[];
}

type DiscountEnd = Pick<PriceDiscount, "periodLength" | "periodType" | "endDate">;
export type PriceDiscountInput = Pick<PriceDiscount, "discountType" | "amount"> & Partial<DiscountEnd>;

/** The id of the product that a price names in either form. */
export function productIdOf(input: PriceInput): string | undefined {
  return typeof input.productId === "object" ? input.productId.Type : input.productId;
}
