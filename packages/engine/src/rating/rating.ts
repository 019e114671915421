import { Decimal } from "../decimal/decimal.ts";
import { negativeQuantityStep, type RatingStep } from "./step.ts";

/** The cost of a quantity, and its explanation (R-RATE-5). */
export interface Rating {
  /** Exact and unrounded. The line rounds it once, to the currency's minor unit. The steps' amounts sum to it. */
  readonly amount: Decimal;
  /** The quantity that was rated: never negative (R-RATE-3). For `fixed`, its units. */
  readonly quantity: Decimal;
  readonly steps: readonly RatingStep[];
  /** Notes that the invoice line must show in addition to the amount; usually none. */
  readonly notes: readonly RatingNote[];
}

/** A note that must appear on the invoice line, so that nothing is carried over or dropped silently. */
export interface RatingNote {
  readonly code:
    "negative_quantity" | "unpriced_combination" | "division_by_zero" | "negative_result" | "fixed_fee_not_prorated";
  /** A sentence for the reader of the invoice. */
  readonly detail: string;
}

/** A quantity that can be rated, with the notes about it. */
interface RatableQuantity {
  readonly quantity: Decimal;
  readonly steps: readonly RatingStep[];
  readonly notes: readonly RatingNote[];
}

/** A negative net quantity is rated as 0, and the line says so (R-RATE-3). The label names the measured quantity. */
export function ratableQuantity(measured: Decimal, label = "quantity"): RatableQuantity {
  if (!measured.isNegative()) return { quantity: measured, steps: [], notes: [] };
  const detail = `The ${label} of ${measured.toCanonical()} is negative and is rated as 0.`;
  return {
    quantity: Decimal.zero,
    steps: [negativeQuantityStep(label, measured)],
    notes: [{ code: "negative_quantity", detail }],
  };
}

/** The rating of a quantity by steps. Notes about the quantity come first. */
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
 * The single price per unit that gives the whole amount, as an invoice line prints it. Null if tiers, fees, percentages
 * or packages do not allow one.
 */
export function singleUnitPrice({ steps, quantity }: Rating): Decimal | null {
  const charges = steps.filter((step) => step.kind !== "negative_quantity");
  const [charge] = charges;
  const isOnlyCharge = charges.length === 1 && charge?.kind === "unit_price" && charge.quantity.equals(quantity);
  return isOnlyCharge ? charge.unitPrice : null;
}
