import { invariant } from "../assertions.ts";
import { Decimal } from "../decimal/decimal.ts";

/**
 * Splits an amount in proportion to weights by largest remainder, so that the parts have `scale` decimals and sum
 * exactly to the whole: 100.00 by 1, 1, 1 → 33.34, 33.33, 33.33. Of equal remainders, the earlier part gets the unit. A
 * negative amount is split like the positive one, with all signs reversed.
 *
 * The amount must fit the scale, no weight may be negative, and at least one must be positive.
 */
export function allocate(amount: Decimal, weights: readonly Decimal[], scale: number): Decimal[] {
  const wholeWeight = Decimal.sum(weights);
  invariant(amount.round(scale, "down").equals(amount), `${amount.toString()} has more than ${scale} decimals`);
  invariant(!weights.some((weight) => weight.isNegative()), "a weight is negative");
  invariant(wholeWeight.isPositive(), "no weight is positive");
  if (amount.isNegative()) return allocate(amount.negate(), weights, scale).map((part) => part.negate());

  const shares = weights.map((weight, position) => {
    const floor = amount.times(weight).dividedBy(wholeWeight, scale, "floor");
    // The exact remainder times the sum of the weights, so that remainders can be compared without a division.
    return { position, floor, remainder: amount.times(weight).minus(floor.times(wholeWeight)) };
  });
  const smallestUnit = Decimal.of(`1e-${scale}`);
  const left = amount.minus(Decimal.sum(shares.map((share) => share.floor)));
  const unitsLeft = left.dividedBy(smallestUnit, 0, "down").coefficient;
  const byRemainder = shares.toSorted((a, b) => b.remainder.compare(a.remainder) || a.position - b.position);
  const raised = new Set(byRemainder.filter((_, rank) => BigInt(rank) < unitsLeft).map((share) => share.position));
  return shares.map(({ position, floor }) => (raised.has(position) ? floor.plus(smallestUnit) : floor));
}
