import { Decimal } from "../decimal/decimal.ts";

/** The amount that a line reverses of a charge on an invoice, as a positive amount. */
export interface Take {
  readonly invoiceId: string;
  readonly amount: Decimal;
}

/** A line of one charge. */
export interface TakenLine {
  /** Missing while the line is decided but not yet written. */
  readonly invoiceId?: string | undefined;
  /** What credit notes left of its amount. */
  readonly own: Decimal;
  /** Only for a line that reverses. Missing if it was not recorded: then it reverses the first lines first. */
  readonly takes?: readonly Take[] | undefined;
}

/**
 * For each line that charged, the amount that the charge's negative lines reversed of it. The lines are in the order in
 * which they are reversed.
 */
export function takenOf<Line extends TakenLine>(lines: readonly Line[]): Map<Line, Decimal> {
  const charges = lines.filter(({ own }) => own.isPositive()).map((line) => ({ line, left: line.own }));
  const take = (charge: (typeof charges)[number], wanted: Decimal): Decimal => {
    const amount = Decimal.min(wanted, charge.left);
    charge.left = charge.left.minus(amount);
    return amount;
  };
  // Amounts that were not recorded, or that were reversed of a charge that no longer exists.
  let open = Decimal.zero;
  for (const { own, takes } of lines.filter((line) => line.own.isNegative())) {
    let left = own.negate();
    for (const { invoiceId, amount } of takes ?? []) {
      const charge = charges.find(({ line }) => line.invoiceId === invoiceId);
      if (charge !== undefined) left = left.minus(take(charge, Decimal.min(left, amount)));
    }
    open = open.plus(left);
  }
  for (const charge of charges) open = open.minus(take(charge, open));
  return new Map(charges.map(({ line, left }) => [line, line.own.minus(left)]));
}
