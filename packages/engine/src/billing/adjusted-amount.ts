import { Decimal } from "../decimal/decimal.ts";
import { roundToMinorUnit } from "../money/money.ts";
import type { AdjustmentBasis } from "./line-basis.ts";
import { sharedAmount } from "./counted-share.ts";
import { share } from "./price-amount.ts";
import type { Proration } from "./proration.ts";

const HUNDREDTH = Decimal.of("0.01");

/** The amount of an adjustment's line. */
export interface AdjustedAmount {
  /** Negative if it reduces the invoice. */
  readonly amount: Decimal;
  /** The amount before rounding. */
  readonly exact: Decimal;
  /** The part that is not charged or given back, because credit notes already gave it back. */
  readonly settledByNotes: Decimal;
}

/** Computes the amount of an adjustment's line from the amounts of the invoice's lines, by position. */
export function adjustedAmount(
  basis: AdjustmentBasis,
  amounts: readonly Decimal[],
  proration: Proration | null,
  currency: string,
): AdjustedAmount {
  const { rule, value, spentBefore, adjustedBefore, settledHere = Decimal.zero } = basis;
  const counted = Decimal.sum(countedAmounts(basis, amounts, currency));
  const spent = spentBefore.plus(counted).plus(settledHere);
  if (rule === "percentage") {
    const wanted = spent.times(value).times(HUNDREDTH).negate();
    const exact = Decimal.min(wanted, basis.most ?? wanted);
    const amount = roundToMinorUnit(exact, currency);
    return { amount, exact, settledByNotes: roundToMinorUnit(wanted, currency).minus(amount) };
  }
  const wanted = wantedAdjustment(basis, spent, proration, currency).minus(adjustedBefore);
  const amount = limitedAdjustment(basis, wanted, counted);
  return { amount, exact: amount, settledByNotes: wanted.minus(amount) };
}

/**
 * Limits a change to what credit notes left: it reverses at most the remainder of the adjustment's own lines. Together
 * with the lines that it counts on this invoice, it gives back at most the remainder of earlier invoices.
 */
function limitedAdjustment({ rule, left }: AdjustmentBasis, wanted: Decimal, counted: Decimal): Decimal {
  if (left === undefined) return wanted;
  const taken =
    rule === "minimum"
      ? Decimal.max(wanted, Decimal.max(left.own, Decimal.zero).negate())
      : Decimal.min(wanted, Decimal.min(left.own, Decimal.zero).negate());
  return Decimal.max(taken, Decimal.max(left.charged, Decimal.zero).plus(counted).negate());
}

/**
 * The amounts that an adjustment counts of the invoice's lines. Of a line that serves several periods, only the part
 * for this period counts.
 */
export function countedAmounts(
  { positions, shares }: AdjustmentBasis,
  amounts: readonly Decimal[],
  currency: string,
): Decimal[] {
  return positions.map((position, index) =>
    sharedAmount(amounts[position] ?? Decimal.zero, shares?.[index] ?? null, currency),
  );
}

/**
 * The minimum or maximum cost of a period. One-off charges are not prorated, so a prorated maximum is raised by them,
 * up to the maximum of a whole period. A stub that is longer than a period gets only its prorated share.
 */
export function boundOf(
  { rule, value, oneOffs = Decimal.zero }: AdjustmentBasis,
  proration: Proration | null,
  currency: string,
): Decimal {
  const prorated = share(value, proration, currency);
  if (rule !== "maximum") return prorated;
  return Decimal.max(prorated, Decimal.min(share(value, null, currency), prorated.plus(oneOffs)));
}

/** The total adjustment of a period. */
function wantedAdjustment(
  basis: AdjustmentBasis,
  spent: Decimal,
  proration: Proration | null,
  currency: string,
): Decimal {
  const { rule, value } = basis;
  if (rule === "amount") {
    return Decimal.min(Decimal.max(spent, Decimal.zero), roundToMinorUnit(value, currency)).negate();
  }
  const gap = boundOf(basis, proration, currency).minus(spent);
  return rule === "minimum" ? Decimal.max(gap, Decimal.zero) : Decimal.min(gap, Decimal.zero);
}
