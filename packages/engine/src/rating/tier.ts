import { Decimal } from "../decimal/decimal.ts";

/**
 * The range of quantities that a tier covers: above the previous tier, up to and including `maxUnits`. Only the upper
 * bounds determine the range (R-RATE-1); `minUnits` is stored as it was sent.
 */
export interface TierBounds {
  readonly minUnits: Decimal;
  /** Null: no upper bound. Only the last tier can have none. */
  readonly maxUnits: Decimal | null;
}

/** A range of quantities with its price per unit and a fee that is charged once if the tier applies. */
export interface Tier extends TierBounds {
  readonly pricePerUnit: Decimal;
  readonly fixedFee: Decimal;
}

/** A range of a money volume with its percentage (`2.9` is 2.9%) and a fee that is charged once if the tier applies. */
export interface PercentageTier extends TierBounds {
  readonly percentage: Decimal;
  readonly fixedFee: Decimal;
}

/** The part of a quantity that is in one tier. */
export interface TierSlice<AnyTier extends TierBounds> {
  readonly tier: AnyTier;
  readonly label: string;
  readonly quantity: Decimal;
}

/**
 * The whole quantity in the tier that contains it, that is, with (lower bound, maxUnits] around it: one slice or none.
 * A quantity of 0 is in the first tier if that tier starts at 0, and in none if it starts at 1 (R-RATE-1).
 */
export function containingSlice<AnyTier extends TierBounds>(
  tiers: readonly AnyTier[],
  quantity: Decimal,
): TierSlice<AnyTier>[] {
  const position = tiers.findIndex(({ maxUnits }) => maxUnits === null || quantity.compare(maxUnits) <= 0);
  return tiers
    .slice(position, position + 1)
    .filter((tier) => quantity.isPositive() || tier.minUnits.isZero())
    .map((tier) => ({ tier, label: tierLabel(tiers, position), quantity }));
}

/**
 * The quantity split at the tiers' upper bounds: one slice for each tier that it reaches. A quantity of 0 reaches the
 * first tier, with a slice of 0, if that tier starts at 0.
 */
export function slicesUpTo<AnyTier extends TierBounds>(
  tiers: readonly AnyTier[],
  quantity: Decimal,
): TierSlice<AnyTier>[] {
  return quantity.isZero() ? containingSlice(tiers, quantity) : slicesBetween(tiers, Decimal.zero, quantity);
}

/** The quantities above `lower` up to `upper`, split at the tiers' upper bounds, without tiers outside the range. */
export function slicesBetween<AnyTier extends TierBounds>(
  tiers: readonly AnyTier[],
  lower: Decimal,
  upper: Decimal,
): TierSlice<AnyTier>[] {
  return tiers.flatMap((tier, position) => {
    const from = Decimal.max(lowerBound(tiers, position), lower);
    const to = tier.maxUnits === null ? upper : Decimal.min(tier.maxUnits, upper);
    const quantity = to.minus(from);
    return quantity.isPositive() ? [{ tier, label: tierLabel(tiers, position), quantity }] : [];
  });
}

/** The upper bound of the previous tier; 0 for the first. */
function lowerBound(tiers: readonly TierBounds[], position: number): Decimal {
  return tiers[position - 1]?.maxUnits ?? Decimal.zero;
}

/** `tier 1 (up to 100)`, `tier 2 (above 100 up to 500)`, `tier 3 (above 500)`, `tier 1 (any quantity)`. */
function tierLabel(tiers: readonly TierBounds[], position: number): string {
  const maxUnits = tiers[position]?.maxUnits ?? null;
  const above = position === 0 ? "" : `above ${lowerBound(tiers, position).toCanonical()}`;
  const upTo = maxUnits === null ? "" : `up to ${maxUnits.toCanonical()}`;
  return `tier ${position + 1} (${[above, upTo].filter((bound) => bound !== "").join(" ") || "any quantity"})`;
}
