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
  const charges = lines.filter(({ own }) => own.isPositive());
  const taken = new Map(charges.map((line) => [line, Decimal.zero]));
  const take = (line: Line, wanted: Decimal): Decimal => {
    const before = taken.get(line) ?? Decimal.zero;
    const amount = Decimal.min(wanted, line.own.minus(before));
    taken.set(line, before.plus(amount));
    return amount;
  };
  // What was not written down, or was taken of what is not charged any more.
  let open = Decimal.zero;
  for (const { own, takes } of lines.filter((line) => line.own.isNegative())) {
    let left = own.negate();
    for (const { invoiceId, amount } of takes ?? []) {
      const line = charges.find((one) => one.invoiceId === invoiceId);
      if (line !== undefined) left = left.minus(take(line, Decimal.min(left, amount)));
    }
    open = open.plus(left);
  }
  for (const line of charges) open = open.minus(take(line, open));
  return taken;
}
