/** The ways in which a price turns a quantity into an amount (R-RATE-2). */
export const priceTypes = [
  "fixed",
  "unit",
  "tiered",
  "graduated_tiered",
  "tiered_percentage",
  "graduated_percentage",
  "volume_percentage",
  "prepaid_tiered",
  "prepaid_fixed_tiered",
  "package",
  "matrix",
  "expression",
] as const;

export type PriceType = (typeof priceTypes)[number];

export function isPriceType(text: string): text is PriceType {
  return priceTypes.some((type) => type === text);
}

/** The member of a price that contains its model: `graduated_tiered` → `graduatedTieredPricingModel`. */
export function pricingModelMember(type: PriceType): string {
  const camelCase = type.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  return `${camelCase}PricingModel`;
}
