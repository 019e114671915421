import { invariant } from "../assertions.ts";
import { Decimal } from "../decimal/decimal.ts";
import type { Wire } from "../wire/wire.ts";

/** The bounds of a tier as far as they could be read; null is no upper bound. */
export interface ReadBounds {
  readonly minUnits: Decimal | undefined;
  readonly maxUnits: Decimal | null | undefined;
}

/**
 * Notes a fault for each place where the tiers do not follow one another (R-RATE-1). A tier starts where the one before
 * it ends, or one above: `1–100, 100–200`, `1–100, 101–200` and `0–100, 101–200` mean the same. The first starts at 0 or
 * 1. Each ends above the one before; only the last has no end. A bound that could not be read is passed over.
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
  /** From 1, as people count. */
  readonly number: number;
  readonly isLast: boolean;
  /** Where the tier before ends; 0 for the first tier. */
  readonly previousMaximum: Decimal | null | undefined;
}

function checkStart(wire: Wire, { number, minUnits, previousMaximum }: TierPlace): void {
  // The tier before is open or unread: it has that fault, and nothing can be said about this one's start.
  if (minUnits === undefined || previousMaximum === undefined || previousMaximum === null) return;
  const oneAbove = previousMaximum.plus(Decimal.one);
  if (minUnits.equals(previousMaximum) || minUnits.equals(oneAbove)) return;
  const allowed = `it must start at ${previousMaximum.toCanonical()} or ${oneAbove.toCanonical()}`;
  const previous = number === 1 ? "" : ` and tier ${number - 1} ends at ${previousMaximum.toCanonical()}`;
  const [code, word] =
    minUnits.compare(previousMaximum) > 0
      ? (["tier_gap", "a gap"] as const)
      : (["tier_overlap", "an overlap"] as const);
  wire.refuse(code, `Tier ${number} starts at ${minUnits.toCanonical()}${previous}, which leaves ${word}: ${allowed}.`);
}

function checkEnd(wire: Wire, { number, isLast, minUnits, maxUnits, previousMaximum }: TierPlace): void {
  if (maxUnits === undefined) return;
  if (maxUnits === null) {
    if (!isLast) wire.refuse("tier_not_last", `Tier ${number} has no upper bound, so no tier can follow it.`);
    return;
  }
  const end = `Tier ${number} ends at ${maxUnits.toCanonical()}`;
  if (isLast)
    wire.refuse("tier_not_open", `${end}, but the last tier must have no upper bound: its maxUnits must be null.`);
  const isBelowStart = minUnits !== undefined && maxUnits.compare(minUnits) < 0;
  const isBelowPrevious = previousMaximum instanceof Decimal && maxUnits.compare(previousMaximum) <= 0;
  if (isBelowStart || isBelowPrevious)
    wire.refuse("tier_empty", `${end} and covers no quantity: it must end above its start.`);
}
