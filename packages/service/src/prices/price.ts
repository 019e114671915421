import { type PriceType, pricingModelMember } from "@counterfoil/engine";
import type { PriceRow } from "@counterfoil/storage";
import type { PricingModels } from "./pricing-model-member.ts";

/** A price as the interface shows it: of the pricing-model members, exactly the one that matches `type` is there. */
export interface Price extends Omit<PriceRow, "pricingModel">, PricingModels<object> {}

export function toPrice(row: PriceRow): Price {
  const { pricingModel, ...rest } = row;
  return { ...rest, ...modelMember(row.type, pricingModel) };
}

/** `{unitPricingModel: …}` for a price of type `unit`. */
export function modelMember(type: PriceType, pricingModel: object): PricingModels<object> {
  return { [pricingModelMember(type)]: pricingModel };
}
