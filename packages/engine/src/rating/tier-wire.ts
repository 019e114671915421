import type { Decimal } from "../decimal/decimal.ts";
import { moneyToWire, unitsToWire, whenAllRead, whenComplete, Wire } from "../wire/wire.ts";
import { checkContiguity, type ReadBounds } from "./tier-contiguity.ts";
import type { PercentageTier, Tier, TierBounds } from "./tier.ts";

const maximumTiers = 1_000;

/** Reads tiers with prices. A tier has pricePerUnit, fixedFee or both; a missing one is 0. */
export function parseTiers(wire: Wire): Tier[] | undefined {
  return parseTierList(wire, (tier) => {
    if (!tier.isObjectOf(["minUnits", "maxUnits", "pricePerUnit", "fixedFee"])) return undefined;
    return whenComplete<Tier>({
      ...readBounds(tier),
      ...readFee(tier),
      pricePerUnit: readCharge(tier, "pricePerUnit"),
    });
  });
}

/** Reads tiers with percentages. A tier has percentage, fixedFee or both; a missing one is 0. */
export function parsePercentageTiers(wire: Wire): PercentageTier[] | undefined {
  return parseTierList(wire, (tier) => {
    if (!tier.isObjectOf(["minUnits", "maxUnits", "percentage", "fixedFee"])) return undefined;
    return whenComplete<PercentageTier>({
      ...readBounds(tier),
      ...readFee(tier),
      percentage: readCharge(tier, "percentage"),
    });
  });
}

export function tiersToWire(tiers: readonly Tier[]): object[] {
  return tiers.map((tier) => ({
    ...boundsToWire(tier),
    pricePerUnit: moneyToWire(tier.pricePerUnit),
    fixedFee: moneyToWire(tier.fixedFee),
  }));
}

export function percentageTiersToWire(tiers: readonly PercentageTier[]): object[] {
  return tiers.map((tier) => ({
    ...boundsToWire(tier),
    percentage: moneyToWire(tier.percentage),
    fixedFee: moneyToWire(tier.fixedFee),
  }));
}

function parseTierList<AnyTier extends TierBounds>(
  wire: Wire,
  readTier: (tier: Wire) => AnyTier | undefined,
): AnyTier[] | undefined {
  const elements = wire.elements(maximumTiers);
  if (elements === undefined) return undefined;
  if (elements.length === 0) return wire.refuse("empty", "At least one tier is required.");
  const tiers = elements.map(readTier);
  // Reads the bounds again and ignores their faults, so that contiguity is checked even if another member of a tier is
  // wrong.
  checkContiguity(
    elements,
    elements.map((element) => readBounds(Wire.root(element.value))),
  );
  return whenAllRead(tiers);
}

function readBounds(tier: Wire): ReadBounds {
  const maxUnits = tier.member("maxUnits");
  return { minUnits: tier.member("minUnits").units(), maxUnits: maxUnits.isAbsent() ? null : maxUnits.units() };
}

function readFee(tier: Wire): { fixedFee: Decimal | undefined } {
  return { fixedFee: tier.member("fixedFee").optionalMoney() };
}

/** A tier with neither a price nor a fee is a mistake, not a free tier. */
function readCharge(tier: Wire, member: "pricePerUnit" | "percentage"): Decimal | undefined {
  const charge = tier.member(member);
  return tier.member("fixedFee").isAbsent() ? charge.money() : charge.optionalMoney();
}

function boundsToWire({ minUnits, maxUnits }: TierBounds): object {
  return { minUnits: unitsToWire(minUnits), maxUnits: maxUnits === null ? null : unitsToWire(maxUnits) };
}
