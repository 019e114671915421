import { Decimal } from "../decimal/decimal.ts";
import { roundToMinorUnit } from "../money/money.ts";
import type { AdjustmentBasis } from "./line-basis.ts";
import { share } from "./price-amount.ts";
import type { Proration } from "./proration.ts";

const HUNDREDTH = Decimal.of("0.01");

/**
 * What an adjustment's line is, of the amounts that it counts on its invoice: negative for what is taken off. `exact` is the
 * same before rounding.
 */
export function adjustedAmount(
  { rule, value, spentBefore, adjustedBefore }: AdjustmentBasis,
  counted: readonly Decimal[],
  proration: Proration | null,
  currency: string,
): { readonly amount: Decimal; readonly exact: Decimal } {
  const spent = Decimal.sum([spentBefore, ...counted]);
  if (rule === "percentage") {
    const exact = spent.times(value).times(HUNDREDTH).negate();
    return { amount: roundToMinorUnit(exact, currency), exact };
  }
  const amount = wantedAdjustment(rule, value, spent, proration, currency).minus(adjustedBefore);
  return { amount, exact: amount };
}

/** What a period is to be adjusted by in all. */
function wantedAdjustment(
  rule: Exclude<AdjustmentBasis["rule"], "percentage">,
  value: Decimal,
  spent: Decimal,
  proration: Proration | null,
  currency: string,
): Decimal {
  if (rule === "amount") {
    return Decimal.min(Decimal.max(spent, Decimal.zero), roundToMinorUnit(value, currency)).negate();
  }
  const gap = share(value, proration, currency).minus(spent);
  return rule === "minimum" ? Decimal.max(gap, Decimal.zero) : Decimal.min(gap, Decimal.zero);
}
