import { Fraction, HUNDRED, largerOf, smallerOf, ZERO } from "../fraction.ts";

/**
 * A second implementation of the table of R-RATE-2. Each model is independent and follows the words of the
 * specification, with fractions, and without tier slices, steps or anything else of the engine. Amounts are exact; the
 * tests round them.
 */

/** A tier by its upper bound, null for the last; `price` is per unit or a percentage. */
export interface OracleTier {
  readonly upTo: Fraction | null;
  readonly price: Fraction;
  readonly fee: Fraction;
}

export interface OracleTiers {
  readonly tiers: readonly OracleTier[];
  /** Whether the first tier also covers the quantity 0. */
  readonly coversZero: boolean;
}

/** R-RATE-3. */
function notBelowZero(quantity: Fraction): Fraction {
  return largerOf(quantity, ZERO);
}

/**
 * Tier i covers quantities in (max of the previous tier, its own max]. The first tier covers 0 if it starts at 0
 * (R-RATE-1).
 */
function containing({ tiers, coversZero }: OracleTiers, quantity: Fraction): OracleTier | undefined {
  if (quantity.equals(ZERO)) return coversZero ? tiers[0] : undefined;
  return tiers.find(({ upTo }) => upTo === null || !upTo.isBelow(quantity));
}

/** The whole Q at the price of the tier that contains Q, plus that tier's fixedFee. */
export function volume(terms: OracleTiers, measured: Fraction): Fraction {
  const quantity = notBelowZero(measured);
  const tier = containing(terms, quantity);
  return tier === undefined ? ZERO : quantity.times(tier.price).plus(tier.fee);
}

/** The usage above one quantity and up to another, each part at its own tier's price. */
function between({ tiers }: OracleTiers, from: Fraction, to: Fraction): Fraction {
  let lower = ZERO;
  let amount = ZERO;
  for (const { upTo, price } of tiers) {
    const start = largerOf(from, lower);
    const end = upTo === null ? to : smallerOf(to, upTo);
    if (start.isBelow(end)) amount = amount.plus(end.minus(start).times(price));
    lower = upTo ?? lower;
  }
  return amount;
}

/** Each slice of Q at its own tier's price, plus the fixedFee of every tier reached. */
export function graduated(terms: OracleTiers, measured: Fraction): Fraction {
  const quantity = notBelowZero(measured);
  if (quantity.equals(ZERO)) return terms.coversZero ? (terms.tiers[0]?.fee ?? ZERO) : ZERO;
  let [fees, lower] = [ZERO, ZERO];
  for (const { upTo, fee } of terms.tiers) {
    if (lower.isBelow(quantity)) fees = fees.plus(fee);
    lower = upTo ?? quantity;
  }
  return between(terms, ZERO, quantity).plus(fees);
}

/** The same tiers with their prices as percentages. */
export function percentages({ tiers, coversZero }: OracleTiers): OracleTiers {
  return { coversZero, tiers: tiers.map((tier) => ({ ...tier, price: tier.price.over(HUNDRED) })) };
}

/** Q × percentage + number of events × pricePerUnit + fixedFee once if there was any event. */
export function volumePercentage(
  terms: { readonly percentage: Fraction; readonly perEvent: Fraction; readonly fee: Fraction },
  measured: Fraction,
  events: number,
): Fraction {
  const ofVolume = notBelowZero(measured).times(terms.percentage).over(HUNDRED);
  const ofEvents = terms.perEvent.times(Fraction.of(events));
  return ofVolume.plus(ofEvents).plus(events > 0 ? terms.fee : ZERO);
}

/** ceil((Q − includedUnits) / packageSize) × pricePerPackage, not below 0. */
export function packages(
  terms: { readonly size: Fraction; readonly included: Fraction; readonly price: Fraction },
  measured: Fraction,
): Fraction {
  const begun = notBelowZero(measured).minus(terms.included).over(terms.size).ceiling();
  return terms.price.times(new Fraction(begun < 0n ? 0n : begun));
}

/** For each combination of property values: quantity × its price, or the default price, or nothing if there is none. */
export function matrix(
  prices: ReadonlyMap<string, Fraction>,
  fallback: Fraction | null,
  used: readonly (readonly [value: string, quantity: Fraction])[],
): Fraction {
  return Fraction.sum(
    used.map(([value, quantity]) => notBelowZero(quantity).times(prices.get(value) ?? fallback ?? ZERO)),
  );
}

/** In advance: the units, rated as `tiered`. */
export function prepaidAdvance(terms: OracleTiers, units: Fraction): Fraction {
  return volume(terms, units);
}

/** In arrears, for Q > units: (Q − units) × price of the tier that contains Q. */
export function prepaidArrears(terms: OracleTiers, units: Fraction, measured: Fraction): Fraction {
  const quantity = notBelowZero(measured);
  const tier = containing(terms, quantity);
  if (tier === undefined || !units.isBelow(quantity)) return ZERO;
  return quantity.minus(units).times(tier.price);
}

/** In advance: the fixedFee of the tier that contains `units`. */
export function prepaidFixedAdvance(terms: OracleTiers, units: Fraction): Fraction {
  return containing(terms, units)?.fee ?? ZERO;
}

/** In arrears: the slices of Q above `units`, each at its tier's price. */
export function prepaidFixedArrears(terms: OracleTiers, units: Fraction, measured: Fraction): Fraction {
  return between(terms, units, largerOf(units, notBelowZero(measured)));
}

/** units × pricePerUnit of a fixed price. For a unit price, Q replaces the units. */
export function perUnit(units: Fraction, price: Fraction): Fraction {
  return notBelowZero(units).times(price);
}
