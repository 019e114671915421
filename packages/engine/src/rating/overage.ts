import { Decimal } from "../decimal/decimal.ts";
import { ratableQuantity, ratingOf, type Rating } from "./rating.ts";
import { alreadyBilledSteps, type RatingStep } from "./step.ts";
import type { Usage } from "./usage.ts";

/** What earlier invoices billed in arrears for the same billing period. */
export interface BilledEarlier {
  /** The usage so far, from the start of the billing period. */
  readonly quantity: Decimal;
  /** The sum of the lines' amounts. */
  readonly amount: Decimal;
}

export const nothingBilledEarlier: BilledEarlier = { quantity: Decimal.zero, amount: Decimal.zero };

/**
 * Rates usage above the prepaid units, less what was billed before. The rating's quantity is the new overage. Quantity and
 * amount are negative if usage was corrected downwards after it was billed.
 */
export function overageRating(
  units: Decimal,
  usage: Usage,
  earlier: BilledEarlier,
  stepsFor: (quantity: Decimal) => readonly RatingStep[],
): Rating {
  const ratable = ratableQuantity(usage.quantity);
  const overage = overageOf(units, ratable.quantity);
  const newOverage = overage.minus(overageOf(units, earlier.quantity));
  const steps = overage.isPositive() ? stepsFor(ratable.quantity) : [];
  return ratingOf({ ...ratable, quantity: newOverage }, [
    ...steps,
    ...alreadyBilledSteps("billed earlier in this period", earlier.amount),
  ]);
}

function overageOf(units: Decimal, quantity: Decimal): Decimal {
  return Decimal.max(Decimal.zero, quantity.minus(units));
}
