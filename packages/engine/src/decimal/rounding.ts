import { unreachable } from "../assertions.ts";

/**
 * How an exact value is rounded to fewer digits.
 *
 * - `half_away_from_zero`: to the nearest, a tie away from zero (2.5 → 3, −2.5 → −3). Used for money.
 * - `half_even`: to the nearest, a tie to the even neighbor (2.5 → 2, 3.5 → 4).
 * - `down`: towards zero. `up`: away from zero. `floor`: towards −∞. `ceiling`: towards +∞.
 */
export type RoundingMode = "half_away_from_zero" | "half_even" | "down" | "up" | "ceiling" | "floor";

/** numerator ÷ denominator as a whole number, rounded in the given mode. The denominator must not be zero. */
export function roundQuotient(numerator: bigint, denominator: bigint, rounding: RoundingMode): bigint {
  const truncated = numerator / denominator;
  const remainder = numerator % denominator;
  if (remainder === 0n) return truncated;
  const isNegative = numerator < 0n !== denominator < 0n;
  const awayFromZero = isNegative ? truncated - 1n : truncated + 1n;
  const doubledRemainder = magnitude(remainder) * 2n;
  const isTie = doubledRemainder === magnitude(denominator);
  const isPastHalf = doubledRemainder > magnitude(denominator);
  switch (rounding) {
    case "half_away_from_zero":
      return isPastHalf || isTie ? awayFromZero : truncated;
    case "half_even":
      return isPastHalf || (isTie && truncated % 2n !== 0n) ? awayFromZero : truncated;
    case "down":
      return truncated;
    case "up":
      return awayFromZero;
    case "ceiling":
      return isNegative ? truncated : awayFromZero;
    case "floor":
      return isNegative ? awayFromZero : truncated;
    default:
      return unreachable(rounding);
  }
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}
