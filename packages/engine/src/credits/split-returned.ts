import { Decimal } from "../decimal/decimal.ts";

/** How an invoice was paid, less what was given back already. Each is zero or more. */
export interface PaidBy {
  /** The unpaid amount. */
  readonly due: Decimal;
  /** Payments and account credit. */
  readonly money: Decimal;
  /** Prepaid grants. */
  readonly grants: Decimal;
}

/** How an amount that is given back of an invoice is split. The parts sum to the amount. */
export interface ReturnedParts {
  /** Reduces the amount due of the invoice. */
  readonly applied: Decimal;
  /** Becomes account credit. */
  readonly credited: Decimal;
  /** Goes back to the grants that paid the invoice. */
  readonly granted: Decimal;
}

/**
 * Splits an amount that is given back of an invoice (R-INV-8). The unpaid part only reduces the amount due. Money
 * becomes account credit before grants get anything back. Any amount beyond what the invoice explains becomes account
 * credit, too.
 */
export function splitReturned(amount: Decimal, { due, money, grants }: PaidBy): ReturnedParts {
  const applied = Decimal.min(amount, due);
  const asMoney = Decimal.min(amount.minus(applied), money);
  const granted = Decimal.min(amount.minus(applied).minus(asMoney), grants);
  return { applied, credited: amount.minus(applied).minus(granted), granted };
}
