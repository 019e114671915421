import { type PriceType, pricingModelMember } from "@counterfoil/engine";
import type { PriceRow } from "@counterfoil/storage";
import type { PricingModels } from "./pricing-model-member.ts";

/** A price as the API returns it. It contains only the pricing model member that matches `type`. */
export interface Price extends Omit<PriceRow, "pricingModel" | "subscriptionId">, PricingModels<object> {}

/** Converts a row to the API resource. */
export function toPrice(row: PriceRow): Price {
  return {
    id: row.id,
    type: row.type,
    productId: row.productId,
    metricIds: row.metricIds,
    billingInterval: row.billingInterval,
    currency: row.currency,
    ...modelMember(row.type, row.pricingModel),
    discount: row.discount,
    trialPeriodDays: row.trialPeriodDays,
    minimumSpend: row.minimumSpend,
    maximumSpend: row.maximumSpend,
    taxRateIds: row.taxRateIds,
    replacesPriceId: row.replacesPriceId,
    replacedByPriceId: row.replacedByPriceId,
    archivedAt: row.archivedAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** `{unitPricingModel: …}` for a price of type `unit`. */
function modelMember(type: PriceType, pricingModel: object): PricingModels<object> {
  return { [pricingModelMember(type)]: pricingModel };
}
