import { Decimal } from "../decimal/decimal.ts";

/**
 * Splits an amount among parts in proportion to weights of either sign by largest remainder, so that the shares sum to the
 * whole exactly: 9.00 by 90 and −45 → 18.00 and −9.00. Equal remainders go to the earlier part. Where the weights sum to zero
 * nobody gets anything: the whole has to be zero then.
 */
export function apportion<Part>(
  amount: Decimal,
  parts: readonly Part[],
  weightOf: (part: Part) => Decimal,
  scale: number,
): [part: Part, share: Decimal][] {
  const sum = Decimal.sum(parts.map(weightOf));
  if (sum.isZero()) return parts.map((part) => [part, Decimal.zero]);
  if (sum.isNegative()) return apportion(amount, parts, (part) => weightOf(part).negate(), scale);
  const shares = parts.map((part, position) => {
    const exact = amount.times(weightOf(part));
    const floor = exact.dividedBy(sum, scale, "floor");
    return { part, position, floor, remainder: exact.minus(floor.times(sum)) };
  });
  const unit = Decimal.of(`1e-${scale}`);
  const left = amount.minus(Decimal.sum(shares.map(({ floor }) => floor))).dividedBy(unit, 0, "down").coefficient;
  const byRemainder = shares.toSorted((a, b) => b.remainder.compare(a.remainder) || a.position - b.position);
  const raised = new Set(byRemainder.filter((_, rank) => BigInt(rank) < left).map(({ position }) => position));
  return shares.map(({ part, position, floor }) => [part, raised.has(position) ? floor.plus(unit) : floor]);
}
