import type { CreatePriceRequest } from "@counterfoil/sdk";

const USUAL = 1_000;

/** How far a price is worth drawing: half again past its last tier, five packages, twice what is prepaid. */
export function reachOf(price: CreatePriceRequest): string {
  const tiers =
    price.tieredPricingModel?.tiers ??
    price.graduatedTieredPricingModel?.tiers ??
    price.tieredPercentagePricingModel?.tiers ??
    price.graduatedPercentagePricingModel?.tiers ??
    price.prepaidTieredPricingModel?.tiers ??
    price.prepaidFixedTieredPricingModel?.tiers;
  const ends = (tiers ?? []).map(({ maxUnits }) => Number(maxUnits ?? 0)).filter((end) => Number.isFinite(end));
  const prepaid = Number((price.prepaidTieredPricingModel ?? price.prepaidFixedTieredPricingModel)?.units ?? 0);
  const packages = price.packagePricingModel;
  const reach = Math.max(
    Math.max(0, ...ends) * 1.5,
    (Number.isFinite(prepaid) ? prepaid : 0) * 2,
    packages === null || packages === undefined
      ? 0
      : Number(packages.packageSize) * 5 + Number(packages.includedUnits ?? 0),
  );
  return String(Number.isFinite(reach) && reach > 0 ? Math.ceil(reach) : USUAL);
}
