import { type PriceType, pricingModelMember } from "@counterfoil/engine";

type CamelCase<Text extends string> = Text extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Text;

/** The members for pricing models: `unitPricingModel`, `graduatedTieredPricingModel` … */
export type PricingModelMember = `${CamelCase<PriceType>}PricingModel`;

export type PricingModels<Model> = { [Member in PricingModelMember]?: Model };

/** The model that was sent for a type; undefined if it is missing or null. */
export function modelOf(models: PricingModels<unknown>, type: PriceType): unknown {
  return models[pricingModelMember(type) as PricingModelMember] ?? undefined;
}
