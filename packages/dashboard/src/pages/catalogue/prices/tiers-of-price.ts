import type { Price } from "@counterfoil/sdk";

export interface PlainTier {
  readonly maxUnits: number | string | null;
  /** Per unit, or percent. */
  readonly rate: string;
  readonly fixedFee: string;
}

/** The tiers of the price's model. Null if it has none. */
export function tiersOfPrice(price: Price): { readonly tiers: readonly PlainTier[]; readonly isShare: boolean } | null {
  const units =
    price.tieredPricingModel ??
    price.graduatedTieredPricingModel ??
    price.prepaidTieredPricingModel ??
    price.prepaidFixedTieredPricingModel;
  if (units !== undefined) {
    return {
      isShare: false,
      tiers: units.tiers.map(({ maxUnits, pricePerUnit, fixedFee }) => ({
        maxUnits,
        rate: pricePerUnit.value,
        fixedFee: fixedFee.value,
      })),
    };
  }
  const shares = price.tieredPercentagePricingModel ?? price.graduatedPercentagePricingModel;
  if (shares === undefined) return null;
  return {
    isShare: true,
    tiers: shares.tiers.map(({ maxUnits, percentage, fixedFee }) => ({
      maxUnits,
      rate: percentage.value,
      fixedFee: fixedFee.value,
    })),
  };
}
