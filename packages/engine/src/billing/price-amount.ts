import { Decimal } from "../decimal/decimal.ts";
import { minorUnits } from "../money/currency.ts";
import type { PrepaidModel, PricingModel } from "../rating/pricing-model.ts";
import { isPrepaid, rate, rateInAdvance, rateInArrears } from "../rating/rate.ts";
import { type Rating, type RatingNote, singleUnitPrice } from "../rating/rating.ts";
import type { RatingStep } from "../rating/step.ts";
import type { Usage } from "../rating/usage.ts";
import type { Contract } from "./contract.ts";
import { limitedChange } from "./line-account.ts";
import type { Proration } from "./proration.ts";

/** The invoice currency, and the frozen rate into it if prices are in another currency. */
export type BilledIn = Pick<Contract, "currency" | "conversionRate">;

/** The figures of a line, with their calculation. */
export interface PricedAmount {
  readonly quantity: Decimal;
  /** The price of one unit. Null if the amount before proration is not a price times the quantity. */
  readonly unitPrice: Decimal | null;
  /**
   * The single price by which all usage was rated. The amount of a correction may differ from price times quantity,
   * because earlier charges are subtracted.
   */
  readonly ratedUnitPrice: Decimal | null;
  readonly amount: Decimal;
  readonly steps: readonly RatingStep[];
  readonly notes: readonly RatingNote[];
  /** Before proration, conversion and rounding. */
  readonly exactAmount: Decimal;
}

/** The sums that are already billed for the same usage. */
export interface BilledSums {
  readonly quantity: Decimal;
  readonly amount: Decimal;
  /** What is left of the amount after credit notes. No more can be reversed. */
  readonly standing: Decimal;
  /**
   * The amount that earlier lines could not reverse, because credit notes had given it back before. It counts as
   * reversed.
   */
  readonly settled: Decimal;
}

/** The figures of usage, and the amount that the line cannot reverse because credit notes gave it back before. */
export interface PricedUsage extends PricedAmount {
  readonly settledByNotes: Decimal;
}

/** How the usage of a line is priced. */
interface UsageTerms {
  readonly kind: "usage" | "correction";
  readonly model: PricingModel;
  readonly unitsShare: Proration | null;
  /** The usage covers a part of a billing period. */
  readonly isPart: boolean;
}

export const NO_USAGE: Usage = { quantity: Decimal.zero, eventCount: Decimal.zero };

/** Usage that is gone costs nothing, not even the fixed fee that is due without usage. */
const NOTHING: Rating = { amount: Decimal.zero, quantity: Decimal.zero, steps: [], notes: [] };

/** Decimal digits of prepaid units that are prorated. */
const UNITS_SCALE = 18;

/**
 * An amount known beforehand. It is multiplied by everything first, then divided by the days of the period, then
 * rounded once.
 */
export function priceBeforehand(billedIn: BilledIn, model: PricingModel, proration: Proration | null): PricedAmount {
  const rating = isPrepaid(model) ? rateInAdvance(model) : rate(model, NO_USAGE);
  const converted = rating.amount.times(conversion(billedIn));
  const whole = share(converted, null, billedIn.currency);
  return {
    ...figuresOf(billedIn, rating, rating.quantity, whole),
    amount: share(converted, proration, billedIn.currency),
  };
}

/**
 * The cost of usage, less what was billed for it after rounding, so that all its lines sum to the rounded total
 * (R-INV-9). A line reverses at most what credit notes left of the earlier lines. What credit notes gave back already
 * counts as settled. `usage` is null if none is left of what was billed.
 */
export function priceUsage(
  billedIn: BilledIn,
  { kind, model, unitsShare, isPart: isPartOfPeriod }: UsageTerms,
  usage: Usage | null,
  before: BilledSums,
): PricedUsage {
  const rating = usage === null ? NOTHING : rateMetered(model, unitsShare, usage, before.quantity);
  const isPart = kind === "correction" && !isPrepaid(model);
  const quantity = isPart ? rating.quantity.minus(before.quantity) : rating.quantity;
  const total = share(rating.amount.times(conversion(billedIn)), null, billedIn.currency);
  const wanted = total.minus(before.amount.plus(before.settled));
  const amount = limitedChange(wanted, before.standing, total);
  const figures = figuresOf(billedIn, rating, quantity, amount);
  const notes = isPartOfPeriod ? [...figures.notes, ...fixedFeeNotes(rating)] : figures.notes;
  return { ...figures, notes, amount, settledByNotes: wanted.minus(amount) };
}

/** Usage prices are not prorated (R-SUB-5), so a fee per period costs the same for two days of it. */
function fixedFeeNotes({ steps }: Rating): RatingNote[] {
  if (!steps.some(({ kind }) => kind === "fixed_fee")) return [];
  const detail = "The fixed fee is due in full: usage prices are not prorated for a part of a period.";
  return [{ code: "fixed_fee_not_prorated", detail }];
}

/** Prepaid units cover the usage first. Only the new part of the usage beyond them is charged. */
function rateMetered(model: PricingModel, unitsShare: Proration | null, usage: Usage, billedQuantity: Decimal): Rating {
  if (!isPrepaid(model)) return rate(model, usage);
  const bought = boughtUnits(model, unitsShare);
  const usedBefore = billedQuantity.isZero() ? Decimal.zero : bought.units.plus(billedQuantity);
  return rateInArrears(bought, usage, { quantity: usedBefore, amount: Decimal.zero });
}

/** For a part of a period, units are prorated as the advance is. */
export function boughtUnits(model: PrepaidModel, part: Proration | null): PrepaidModel {
  if (part === null) return model;
  const days = model.units.times(Decimal.ofInteger(part.days));
  return { ...model, units: days.dividedBy(Decimal.ofInteger(part.of), UNITS_SCALE, "half_away_from_zero") };
}

/** The figures of a line with a quantity and an amount, before proration. */
function figuresOf(
  billedIn: BilledIn,
  rating: Rating,
  quantity: Decimal,
  amount: Decimal,
): Omit<PricedAmount, "amount"> {
  const { steps, notes, amount: exactAmount } = rating;
  const ratedUnitPrice = singleUnitPrice(rating)?.times(conversion(billedIn)) ?? null;
  const isMultiplied =
    ratedUnitPrice !== null && share(quantity.times(ratedUnitPrice), null, billedIn.currency).equals(amount);
  return { quantity, unitPrice: isMultiplied ? ratedUnitPrice : null, ratedUnitPrice, steps, notes, exactAmount };
}

function conversion({ conversionRate }: BilledIn): Decimal {
  return conversionRate ?? Decimal.one;
}

/** days/of of an exact amount, rounded once to the currency's minor unit. */
export function share(amount: Decimal, proration: Proration | null, currency: string): Decimal {
  const scale = minorUnits(currency);
  if (proration === null) return amount.round(scale, "half_away_from_zero");
  const part = amount.times(Decimal.ofInteger(proration.days));
  return part.dividedBy(Decimal.ofInteger(proration.of), scale, "half_away_from_zero");
}
