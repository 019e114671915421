import { Decimal } from "@counterfoil/engine";
import type { InvoiceRow } from "@counterfoil/storage";

/** A written-off invoice, locked, and what it takes back. */
export interface TakenBack {
  readonly invoice: InvoiceRow;
  readonly amount: Decimal;
}

/** A written-off invoice from which account credit was given back. */
interface OwingInvoice {
  readonly invoice: InvoiceRow;
  /** The part of that credit that was spent on what now comes back. */
  readonly spent: Decimal;
  /** What was given back from it and has not paid it since. */
  readonly given: Decimal;
  readonly due: Decimal;
}

/**
 * How much of the returning credit each invoice takes back, in the given order: no more than was spent and given back
 * from it, and no more than is due.
 */
export function shareTakenBack(owing: readonly OwingInvoice[], most: Decimal): TakenBack[] {
  let left = most;
  return owing.flatMap(({ invoice, spent, given, due }) => {
    const amount = [spent, given, due].reduce(Decimal.min, left);
    if (!amount.isPositive()) return [];
    left = left.minus(amount);
    return [{ invoice, amount }];
  });
}
