import type { WireTier } from "../../journal/catalogue.ts";
import { Rational } from "../rational.ts";

/** The tier whose (end of the one before, own end] holds the quantity; 0 is in a first tier that starts at 0 (R-RATE-1). */
export function tierOf(tiers: readonly WireTier[], quantity: Rational): WireTier | undefined {
  if (quantity.isZero()) return tiers[0]?.minUnits === 0 ? tiers[0] : undefined;
  return tiers.find(({ maxUnits }) => maxUnits === null || quantity.compare(Rational.of(maxUnits)) <= 0);
}

/** How much of the quantity lies in each tier that it reaches. */
export function sliceEach(tiers: readonly WireTier[], quantity: Rational): { tier: WireTier; part: Rational }[] {
  const reached = tierOf(tiers, quantity);
  if (reached === undefined) return [];
  const slices = [];
  let from = Rational.zero;
  for (const tier of tiers) {
    const to = tier === reached || tier.maxUnits === null ? quantity : Rational.of(tier.maxUnits);
    slices.push({ tier, part: to.minus(from) });
    if (tier === reached) break;
    from = to;
  }
  return slices;
}

export function rateOf(tier: WireTier): Rational {
  return Rational.of(tier.pricePerUnit?.value ?? "0");
}

export function perCentOf(tier: WireTier): Rational {
  return Rational.of(tier.percentage?.value ?? "0").over(Rational.whole(100));
}

export function feeOf(tier: WireTier): Rational {
  return Rational.of(tier.fixedFee.value);
}
