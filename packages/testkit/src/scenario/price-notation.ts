/** How a story writes the price of usage; each form is a pricing model. For tiers, see `parseTiers`. */
export type UsagePricing =
  | { readonly unit: string }
  | { readonly tiered: string }
  | { readonly graduated: string }
  /** For an amount of money: `0–100 @5, 101+ @2 + 10` is 5% up to 100, then 2% and a fee of 10. */
  | { readonly tieredPercentage: string }
  | { readonly graduatedPercentage: string }
  /** Any other model, as in the API: `{type: "package", packagePricingModel: {…}}`. */
  | { readonly type: string; readonly [member: string]: unknown };

/** The members `type` and `…PricingModel` of the price. */
export function pricingMembers(pricing: UsagePricing): Record<string, unknown> {
  if ("type" in pricing) return pricing;
  if ("unit" in pricing) return { type: "unit", unitPricingModel: { pricePerUnit: { value: pricing.unit } } };
  if ("tiered" in pricing) return { type: "tiered", tieredPricingModel: { tiers: parseTiers(pricing.tiered) } };
  if ("graduated" in pricing) {
    return { type: "graduated_tiered", graduatedTieredPricingModel: { tiers: parseTiers(pricing.graduated) } };
  }
  if ("tieredPercentage" in pricing) {
    const tiers = parsePercentages(pricing.tieredPercentage);
    return { type: "tiered_percentage", tieredPercentagePricingModel: { tiers } };
  }
  const tiers = parsePercentages(pricing.graduatedPercentage);
  return { type: "graduated_percentage", graduatedPercentagePricingModel: { tiers } };
}

interface WrittenTier {
  readonly minUnits: number;
  readonly maxUnits: number | null;
  readonly pricePerUnit: { readonly value: string };
  readonly fixedFee: { readonly value: string };
}

const TIER = /^(\d+)(?:–(\d+)|\+) @([\d.]+)(?: \+ ([\d.]+))?$/;

/** `0–100 @0.15, 101–500 @0.10, 501+ @0.05` and `0–5 @10 + 100, 6+ @5 + 50`: bounds, price per unit, fixed fee. */
export function parseTiers(text: string): WrittenTier[] {
  return text.split(", ").map((tier) => {
    const [, minUnits, maxUnits, price, fee = "0"] = TIER.exec(tier) ?? [];
    if (minUnits === undefined || price === undefined)
      throw new Error(`a tier must be like 0–100 @0.15 + 5, not ${tier}`);
    return {
      minUnits: Number(minUnits),
      maxUnits: maxUnits === undefined ? null : Number(maxUnits),
      pricePerUnit: { value: price },
      fixedFee: { value: fee },
    };
  });
}

function parsePercentages(text: string): object[] {
  return parseTiers(text).map(({ pricePerUnit: percentage, ...tier }) => ({ ...tier, percentage }));
}
