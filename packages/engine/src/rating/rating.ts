import { Decimal } from "../decimal/decimal.ts";
import { negativeQuantityStep, type RatingStep } from "./step.ts";

/** What a quantity costs, and why (R-RATE-5). */
export interface Rating {
  /** Exact and unrounded; the line rounds it once, to the currency's minor unit. The steps' amounts sum to it. */
  readonly amount: Decimal;
  /** The quantity that was rated: never negative (R-RATE-3). For `fixed`, its units. */
  readonly quantity: Decimal;
  readonly steps: readonly RatingStep[];
  /** What the invoice line has to say beside the amount; most often nothing. */
  readonly notes: readonly RatingNote[];
}

/** A remark that must stand on the invoice line, so that nothing is carried or dropped silently. */
export interface RatingNote {
  readonly code:
    "negative_quantity" | "unpriced_combination" | "division_by_zero" | "negative_result" | "fixed_fee_not_prorated";
  /** A sentence for the reader of the invoice. */
  readonly detail: string;
}

/** A quantity as it may be rated, with what has to be said about it. */
interface RatableQuantity {
  readonly quantity: Decimal;
  readonly steps: readonly RatingStep[];
  readonly notes: readonly RatingNote[];
}

/** A negative net quantity is rated as 0, and the line says so (R-RATE-3). The label names what was measured. */
export function ratableQuantity(measured: Decimal, label = "quantity"): RatableQuantity {
  if (!measured.isNegative()) return { quantity: measured, steps: [], notes: [] };
  const detail = `The ${label} of ${measured.toCanonical()} is negative and is rated as 0.`;
  return {
    quantity: Decimal.zero,
    steps: [negativeQuantityStep(label, measured)],
    notes: [{ code: "negative_quantity", detail }],
  };
}

/** The rating of a quantity by steps; what was said about the quantity comes first. */
export function ratingOf(
  ratable: RatableQuantity,
  steps: readonly RatingStep[],
  notes: readonly RatingNote[] = [],
): Rating {
  const allSteps = [...ratable.steps, ...steps];
  return {
    amount: Decimal.sum(allSteps.map((step) => step.amount)),
    quantity: ratable.quantity,
    steps: allSteps,
    notes: [...ratable.notes, ...notes],
  };
}

/**
 * The one price per unit that makes the whole amount, as an invoice line prints it; null when there is no such price
 * because of tiers, fees, percentages or packages.
 */
export function singleUnitPrice({ steps, quantity }: Rating): Decimal | null {
  const charges = steps.filter((step) => step.kind !== "negative_quantity");
  const [charge] = charges;
  const isOnlyCharge = charges.length === 1 && charge?.kind === "unit_price" && charge.quantity.equals(quantity);
  return isOnlyCharge ? charge.unitPrice : null;
}
