import { Decimal } from "../decimal/decimal.ts";

/** What a line takes back of the line of its charge that stands on an invoice, as a positive amount. */
export interface Take {
  readonly invoiceId: string;
  readonly amount: Decimal;
}

/** A line of one charge. */
export interface TakenLine {
  /** Missing while it is only decided and not written. */
  readonly invoiceId?: string | undefined;
  /** What credit notes left of its amount. */
  readonly own: Decimal;
  /** Of a line that takes back. Missing where it was not written down: then it takes from the first lines first. */
  readonly takes?: readonly Take[] | undefined;
}

/** What the lines of a charge that take back took of each that charged. The lines stand in the order in which they are taken. */
export function takenOf<Line extends TakenLine>(lines: readonly Line[]): Map<Line, Decimal> {
  const charges = lines.filter(({ own }) => own.isPositive()).map((line) => ({ line, left: line.own }));
  const take = (charge: (typeof charges)[number], wanted: Decimal): Decimal => {
    const amount = Decimal.min(wanted, charge.left);
    charge.left = charge.left.minus(amount);
    return amount;
  };
  // What was not written down, or was taken of what is not charged any more.
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
