import { invariant } from "../assertions.ts";
import { Decimal } from "../decimal/decimal.ts";
import type { Wire } from "../wire/wire.ts";

/** The bounds of a tier as far as they were readable; null is no upper bound. */
export interface ReadBounds {
  readonly minUnits: Decimal | undefined;
  readonly maxUnits: Decimal | null | undefined;
}

/**
 * Reports a fault wherever the tiers are not contiguous (R-RATE-1). A tier starts where the previous one ends, or one
 * above: `1–100, 100–200`, `1–100, 101–200` and `0–100, 101–200` mean the same. The first tier starts at 0 or at 1.
 * Each tier ends above the previous one; only the last has no end. Unreadable bounds are skipped.
 */
export function checkContiguity(elements: readonly Wire[], bounds: readonly ReadBounds[]): void {
  elements.forEach((element, index) => {
    const own = bounds[index];
    invariant(own !== undefined, "each tier has the bounds that were read of it");
    const isLast = index === elements.length - 1;
    const previousMaximum = index === 0 ? Decimal.zero : bounds[index - 1]?.maxUnits;
    const tier: TierPlace = { number: index + 1, isLast, previousMaximum, ...own };
    checkStart(element.member("minUnits"), tier);
    checkEnd(element.member("maxUnits"), tier);
  });
}

interface TierPlace extends ReadBounds {
  /** Counted from 1. */
  readonly number: number;
  readonly isLast: boolean;
  /** The end of the previous tier; 0 for the first tier. */
  readonly previousMaximum: Decimal | null | undefined;
}

function checkStart(wire: Wire, { number, minUnits, previousMaximum }: TierPlace): void {
  // The previous tier is open-ended or unreadable. That is its own fault, so the start of this tier cannot be checked.
  if (minUnits === undefined || previousMaximum === undefined || previousMaximum === null) return;
  const oneAbove = previousMaximum.plus(Decimal.one);
  if (minUnits.equals(previousMaximum) || minUnits.equals(oneAbove)) return;
  const allowed = `It must start at ${previousMaximum.toCanonical()} or ${oneAbove.toCanonical()}`;
  const previous = number === 1 ? "" : ` and tier ${number - 1} ends at ${previousMaximum.toCanonical()}`;
  const [code, word] =
    minUnits.compare(previousMaximum) > 0
      ? (["tier_gap", "a gap"] as const)
      : (["tier_overlap", "an overlap"] as const);
  wire.refuse(code, `Tier ${number} starts at ${minUnits.toCanonical()}${previous}, which leaves ${word}. ${allowed}.`);
}

function checkEnd(wire: Wire, { number, isLast, minUnits, maxUnits, previousMaximum }: TierPlace): void {
  if (maxUnits === undefined) return;
  if (maxUnits === null) {
    if (!isLast)
      wire.refuse("tier_not_last", `Tier ${number} has no upper bound, so no tier can follow it. Set its maxUnits.`);
    return;
  }
  const end = `Tier ${number} ends at ${maxUnits.toCanonical()}`;
  if (isLast)
    wire.refuse("tier_not_open", `${end}, but the last tier must have no upper bound. Set its maxUnits to null.`);
  const isBelowStart = minUnits !== undefined && maxUnits.compare(minUnits) < 0;
  const isBelowPrevious = previousMaximum instanceof Decimal && maxUnits.compare(previousMaximum) <= 0;
  if (isBelowStart || isBelowPrevious)
    wire.refuse("tier_empty", `${end} and covers no quantity. It must end above its start.`);
}
