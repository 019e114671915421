import type { BillingInterval, PriceType } from "@counterfoil/engine";
import type { PriceDiscount, PriceSpend } from "@counterfoil/storage";
import type { PricingModels } from "./pricing-model-member.ts";

/**
 * The members of a price that a caller can set. The engine reads the models. The type can be omitted if there is
 * exactly one model.
 */
export interface PriceInput extends PricingModels<unknown> {
  /** The ID, or the API's object `{"Type": "<id>"}` (R-API-1). */
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

/** The ID of the price's product in either form. */
export function productIdOf(input: PriceInput): string | undefined {
  return typeof input.productId === "object" ? input.productId.Type : input.productId;
}
