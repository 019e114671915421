import type { CreatePriceRequest } from "@counterfoil/sdk";

const USUAL = 1_000;

/**
 * The highest quantity of a price's chart: one and a half times the last tier's start, five packages, or twice the
 * prepaid units.
 */
export function reachOf(price: CreatePriceRequest): string {
  return String(reachOfTerms(price) ?? USUAL);
}

/** Like `reachOf`. Null if the price's terms name no quantity. */
export function reachOfTerms(price: CreatePriceRequest): number | null {
  const prepaid = Number((price.prepaidTieredPricingModel ?? price.prepaidFixedTieredPricingModel)?.units ?? 0);
  const packages = price.packagePricingModel;
  const reach = Math.max(
    Math.max(0, ...boundariesOf(price).map(Number)) * 1.5,
    (Number.isFinite(prepaid) ? prepaid : 0) * 2,
    packages === null || packages === undefined
      ? 0
      : Number(packages.packageSize) * 5 + Number(packages.includedUnits ?? 0),
  );
  return Number.isFinite(reach) && reach > 0 ? Math.ceil(reach) : null;
}

/** The last quantity of each tier but the last, ascending. Tiers that are not filled in yet are left out. */
export function boundariesOf(price: CreatePriceRequest): readonly string[] {
  const tiers =
    price.tieredPricingModel?.tiers ??
    price.graduatedTieredPricingModel?.tiers ??
    price.tieredPercentagePricingModel?.tiers ??
    price.graduatedPercentagePricingModel?.tiers ??
    price.prepaidTieredPricingModel?.tiers ??
    price.prepaidFixedTieredPricingModel?.tiers;
  return (tiers ?? []).map(({ maxUnits }) => String(maxUnits ?? "")).filter((end) => /^\d+(?:\.\d+)?$/.test(end));
}
