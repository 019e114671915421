import { Decimal } from "@counterfoil/engine";
import type { InvoiceRow } from "@counterfoil/storage";

/** A written-off invoice, locked, and what it takes back. */
export interface TakenBack {
  readonly invoice: InvoiceRow;
  readonly amount: Decimal;
}

/** A written-off invoice of which account credit had been given back. */
interface OwingInvoice {
  readonly invoice: InvoiceRow;
  /** What was spent of that credit on what comes back now. */
  readonly spent: Decimal;
  /** What was given back of it and did not pay it since. */
  readonly given: Decimal;
  readonly due: Decimal;
}

/** What each takes back of the credit that comes back, in the order given: no more than was spent and given of it, and than is due. */
export function shareTakenBack(owing: readonly OwingInvoice[], most: Decimal): TakenBack[] {
  let left = most;
  return owing.flatMap(({ invoice, spent, given, due }) => {
    const amount = [spent, given, due].reduce(Decimal.min, left);
    if (!amount.isPositive()) return [];
    left = left.minus(amount);
    return [{ invoice, amount }];
  });
}
