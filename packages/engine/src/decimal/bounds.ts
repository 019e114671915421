/**
 * The maximum number of digits before and after a number's decimal point, in plain notation without leading or trailing
 * zeros.
 */
export interface DecimalBounds {
  readonly wholeDigits: number;
  readonly fractionDigits: number;
}

/**
 * The bounds of every number in requests: quantities, unit prices, percentages, rates and event values. With these
 * bounds, the sum of 10¹² values has 42 digits before its point, and quantity × price × percentage has at most 102
 * before it and 120 after it. Both are far below what a decimal can read (1,000 digits) and what PostgreSQL's `numeric`
 * holds. Both limits are above what real numbers need: 30 digits count yoctoseconds for 30,000 years, and 40 hold every
 * digit of a float down to 10⁻²⁴, such as the remainder of `0.1 + 0.2 - 0.3`.
 */
export const numberBounds: DecimalBounds = { wholeDigits: 30, fractionDigits: 40 };

/**
 * The bounds of an amount of money: below 1,000,000,000,000,000. Its currency limits the digits after the point when it
 * is paid.
 */
export const amountBounds: DecimalBounds = { wholeDigits: 15, fractionDigits: 40 };

/** `at most 30 digits before the point and 40 after it`, for errors that name the accepted range. */
export function boundsText({ wholeDigits, fractionDigits }: DecimalBounds): string {
  return `at most ${wholeDigits} digits before the point and ${fractionDigits} after it`;
}
