import { Decimal } from "../decimal/decimal.ts";

/**
 * Splits an amount among parts in proportion to weights of either sign by largest remainder, so that the shares sum
 * exactly to the whole: 9.00 by 90 and −45 → 18.00 and −9.00. Of equal remainders, the earlier part gets the unit. If
 * the weights sum to zero, no part gets anything, and the whole must be zero.
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
  const floors = parts.map((part) => {
    const exact = amount.times(weightOf(part));
    const floor = exact.dividedBy(sum, scale, "floor");
    return { part, floor, remainder: exact.minus(floor.times(sum)) };
  });
  return raise(amount, floors, scale);
}

/**
 * Rounds the shares of parts so that they sum exactly to the whole, which is close to their sum. The largest remainders
 * are rounded up.
 */
export function roundTo<Part>(
  whole: Decimal,
  parts: readonly Part[],
  shareOf: (part: Part) => Decimal,
  scale: number,
): [part: Part, share: Decimal][] {
  const floors = parts.map((part) => {
    const share = shareOf(part);
    const floor = share.round(scale, "floor");
    return { part, floor, remainder: share.minus(floor) };
  });
  return raise(whole, floors, scale);
}

interface Floor<Part> {
  readonly part: Part;
  readonly floor: Decimal;
  readonly remainder: Decimal;
}

/**
 * Gives the units that the floors leave of a whole to the largest remainders, the earlier of equal ones. If the floors
 * exceed the whole, the smallest remainders lose a unit each.
 */
function raise<Part>(whole: Decimal, floors: readonly Floor<Part>[], scale: number): [part: Part, share: Decimal][] {
  const unit = Decimal.of(`1e-${scale}`);
  const left = whole.minus(Decimal.sum(floors.map(({ floor }) => floor))).dividedBy(unit, 0, "down").coefficient;
  const ranked = floors.map(({ remainder }, position) => ({ remainder, position }));
  const byRemainder = ranked.toSorted((a, b) => b.remainder.compare(a.remainder) || a.position - b.position);
  const raised = positionsOf(byRemainder.filter((_, rank) => BigInt(rank) < left));
  const lowered = positionsOf(byRemainder.filter((_, rank) => BigInt(rank) >= BigInt(floors.length) + left));
  return floors.map(({ part, floor }, position) => {
    if (raised.has(position)) return [part, floor.plus(unit)];
    return [part, lowered.has(position) ? floor.minus(unit) : floor];
  });
}

function positionsOf(ranked: readonly { readonly position: number }[]): ReadonlySet<number> {
  return new Set(ranked.map(({ position }) => position));
}
