import { Decimal } from "../decimal/decimal.ts";

/** How an invoice was paid, as far as nothing of it was given back yet. Each is zero or more. */
export interface PaidBy {
  /** What is not paid. */
  readonly due: Decimal;
  /** Payments and account credit. */
  readonly money: Decimal;
  /** Prepaid grants. */
  readonly grants: Decimal;
}

/** Where an amount goes that is given back of an invoice. The parts sum to the amount. */
export interface ReturnedParts {
  /** Reduces what is due of the invoice. */
  readonly applied: Decimal;
  /** Becomes account credit. */
  readonly credited: Decimal;
  /** Goes back to the grants that paid it. */
  readonly granted: Decimal;
}

/**
 * Splits what is given back of an invoice (R-INV-8): what was never paid only reduces what is due, money becomes account credit
 * before grants get anything back, and what the invoice does not explain becomes account credit as well.
 */
export function splitReturned(amount: Decimal, { due, money, grants }: PaidBy): ReturnedParts {
  const applied = Decimal.min(amount, due);
  const asMoney = Decimal.min(amount.minus(applied), money);
  const granted = Decimal.min(amount.minus(applied).minus(asMoney), grants);
  return { applied, credited: amount.minus(applied).minus(granted), granted };
}
