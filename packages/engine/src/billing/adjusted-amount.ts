import { Decimal } from "../decimal/decimal.ts";
import { roundToMinorUnit } from "../money/money.ts";
import type { AdjustmentBasis } from "./line-basis.ts";
import { sharedAmount } from "./counted-share.ts";
import { share } from "./price-amount.ts";
import type { Proration } from "./proration.ts";

const HUNDREDTH = Decimal.of("0.01");

/**
 * What an adjustment's line is, of the lines of its invoice, by position: negative for what is taken off. `exact` is the same
 * before rounding.
 */
export function adjustedAmount(
  basis: AdjustmentBasis,
  amounts: readonly Decimal[],
  proration: Proration | null,
  currency: string,
): { readonly amount: Decimal; readonly exact: Decimal } {
  const { rule, value, spentBefore, adjustedBefore } = basis;
  const spent = Decimal.sum([spentBefore, ...countedAmounts(basis, amounts, currency)]);
  if (rule === "percentage") {
    const exact = spent.times(value).times(HUNDREDTH).negate();
    return { amount: roundToMinorUnit(exact, currency), exact };
  }
  const amount = wantedAdjustment(basis, spent, proration, currency).minus(adjustedBefore);
  return { amount, exact: amount };
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
