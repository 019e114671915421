import { Decimal } from "../decimal/decimal.ts";
import { roundToMinorUnit } from "../money/money.ts";
import type { AdjustmentBasis } from "./line-basis.ts";
import { sharedAmount } from "./counted-share.ts";
import { share } from "./price-amount.ts";
import type { Proration } from "./proration.ts";

const HUNDREDTH = Decimal.of("0.01");

/** What an adjustment's line is. */
export interface AdjustedAmount {
  /** Negative for what is taken off. */
  readonly amount: Decimal;
  /** The same before rounding. */
  readonly exact: Decimal;
  /** What it cannot bring about, because credit notes gave it back. */
  readonly settledByNotes: Decimal;
}

/** What an adjustment's line is, of the lines of its invoice, by position. */
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
 * As much of a change as credit notes leave: it takes back at most what is left of the adjustment's own lines, and with the lines
 * that it counts here it gives back at most what is left of earlier invoices.
 */
function limitedAdjustment({ rule, left }: AdjustmentBasis, wanted: Decimal, counted: Decimal): Decimal {
  if (left === undefined) return wanted;
  const taken =
    rule === "minimum"
      ? Decimal.max(wanted, Decimal.max(left.own, Decimal.zero).negate())
      : Decimal.min(wanted, Decimal.min(left.own, Decimal.zero).negate());
  return Decimal.max(taken, Decimal.max(left.charged, Decimal.zero).plus(counted).negate());
}

/** What an adjustment counts of the lines of its invoice: of a line that serves several periods the part for this one. */
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
 * What a period costs at least or at most. One-off charges are not prorated, so a maximum leaves them room beside its share, up
 * to the maximum of a whole period; a stub that is longer than a period has its share alone.
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

/** What a period is to be adjusted by in all. */
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
