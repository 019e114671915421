import { invariant } from "../assertions.ts";
import type { DecimalBounds } from "./bounds.ts";
import { formatDecimalParts, parseDecimalText } from "./decimal-text.ts";
import { roundQuotient, type RoundingMode } from "./rounding.ts";

/**
 * An exact decimal number: coefficient ÷ 10^scale, immutable. All money, prices, percentages and quantities use it,
 * never a float (R-RATE-2, invariant 2).
 *
 * Sums, differences and products are exact. A quotient takes a scale and a rounding mode. The scale follows the
 * arithmetic (`1.50 × 2` is `3.00`), so that digits are returned as they were sent. `equals` and `compare` consider
 * only the value: `1.50` equals `1.5`.
 *
 * The two fields are public so that a deep comparison in a test sees them.
 */
export class Decimal {
  readonly coefficient: bigint;
  readonly scale: number;

  private constructor(coefficient: bigint, scale: number) {
    this.coefficient = coefficient;
    this.scale = scale;
  }

  static readonly zero: Decimal = new Decimal(0n, 0);
  static readonly one: Decimal = new Decimal(1n, 0);

  /**
   * For a decimal that is written in the program or was checked before. Throws on other text, which is a programming
   * error.
   */
  static of(text: string): Decimal {
    const decimal = Decimal.parse(text);
    invariant(decimal !== undefined, `"${text.slice(0, 40)}" is not a decimal`);
    return decimal;
  }

  /**
   * Reads plain (`-12.50`) and exponent notation (`1e-7`). Returns undefined for other text, and for a number that
   * needs more than 1,000 digits in plain notation.
   */
  static parse(text: string): Decimal | undefined {
    const parts = parseDecimalText(text);
    return parts === undefined ? undefined : new Decimal(parts.coefficient, parts.scale);
  }

  /**
   * The decimal that a JSON number shows, digit for digit (0.1 is exactly 0.1). Undefined if the number is not finite.
   * Use it for numbers that arrive as JSON, never for the result of arithmetic.
   */
  static fromNumber(value: number): Decimal | undefined {
    // Most measured values are whole numbers, which need no conversion through text.
    return Number.isSafeInteger(value) ? new Decimal(BigInt(value), 0) : Decimal.parse(String(value));
  }

  /** Converts a count or another whole number. */
  static ofInteger(value: number | bigint): Decimal {
    invariant(typeof value === "bigint" || Number.isSafeInteger(value), `${value} is not a whole number`);
    return new Decimal(BigInt(value), 0);
  }

  /** The sum of all values; zero if there are none. */
  static sum(values: Iterable<Decimal>): Decimal {
    let total = Decimal.zero;
    for (const value of values) total = total.plus(value);
    return total;
  }

  /** The smaller of the two; the first if they are equal. */
  static min(a: Decimal, b: Decimal): Decimal {
    return a.compare(b) <= 0 ? a : b;
  }

  /** The larger of the two; the first if they are equal. */
  static max(a: Decimal, b: Decimal): Decimal {
    return a.compare(b) >= 0 ? a : b;
  }

  plus(other: Decimal): Decimal {
    if (this.scale === other.scale) return new Decimal(this.coefficient + other.coefficient, this.scale);
    const scale = Math.max(this.scale, other.scale);
    return new Decimal(this.coefficientAt(scale) + other.coefficientAt(scale), scale);
  }

  minus(other: Decimal): Decimal {
    return this.plus(other.negate());
  }

  times(other: Decimal): Decimal {
    return new Decimal(this.coefficient * other.coefficient, this.scale + other.scale);
  }

  /**
   * this ÷ divisor with at most `scale` decimals, rounded once from the exact quotient. Throws if the divisor is zero.
   */
  dividedBy(divisor: Decimal, scale: number, rounding: RoundingMode): Decimal {
    invariant(divisor.coefficient !== 0n, "division by zero");
    checkScale(scale);
    // a/10^s ÷ b/10^t = a·10^t ÷ (b·10^s); one more factor 10^scale makes the quotient the coefficient.
    const numerator = this.coefficient * powerOfTen(divisor.scale + scale);
    return new Decimal(roundQuotient(numerator, divisor.coefficient * powerOfTen(this.scale), rounding), scale);
  }

  negate(): Decimal {
    return new Decimal(-this.coefficient, this.scale);
  }

  abs(): Decimal {
    return this.coefficient < 0n ? this.negate() : this;
  }

  /** The value with at most `scale` decimals. A value with fewer decimals is unchanged. */
  round(scale: number, rounding: RoundingMode): Decimal {
    checkScale(scale);
    if (this.scale <= scale) return this;
    return new Decimal(roundQuotient(this.coefficient, powerOfTen(this.scale - scale), rounding), scale);
  }

  /** Negative if this is smaller than the other, positive if larger, zero if equal in value. */
  compare(other: Decimal): -1 | 0 | 1 {
    const scale = Math.max(this.scale, other.scale);
    const [mine, theirs] = [this.coefficientAt(scale), other.coefficientAt(scale)];
    if (mine === theirs) return 0;
    return mine < theirs ? -1 : 1;
  }

  equals(other: Decimal): boolean {
    return this.compare(other) === 0;
  }

  isZero(): boolean {
    return this.coefficient === 0n;
  }

  isNegative(): boolean {
    return this.coefficient < 0n;
  }

  isPositive(): boolean {
    return this.coefficient > 0n;
  }

  /** 3 and 3.00 are whole, 3.5 is not. */
  isWhole(): boolean {
    return this.coefficient % powerOfTen(this.scale) === 0n;
  }

  /** Whether the number is within the bounds. Trailing zeros do not count: 1.50 has one digit after its point. */
  fits({ wholeDigits, fractionDigits }: DecimalBounds): boolean {
    if (this.abs().coefficient >= powerOfTen(wholeDigits + this.scale)) return false;
    return this.scale <= fractionDigits || this.coefficient % powerOfTen(this.scale - fractionDigits) === 0n;
  }

  /** Plain notation with the scale of the arithmetic: `3.00`, `-0.5`. Never an exponent. */
  toString(): string {
    return formatDecimalParts(this);
  }

  /** Plain notation without trailing zeros: equal values have equal texts (`3.00` → `3`). */
  toCanonical(): string {
    const text = formatDecimalParts(this);
    return this.scale === 0 ? text : text.replace(/\.?0+$/, "");
  }

  /** Plain notation with exactly `scale` decimals, rounded half away from zero if there are more. */
  toFixed(scale: number): string {
    const rounded = this.round(scale, "half_away_from_zero");
    return formatDecimalParts({ coefficient: rounded.coefficientAt(scale), scale });
  }

  /** A decimal is text in JSON. */
  toJSON(): string {
    return this.toString();
  }

  /** Throws, because `a < b` and `a + b` would use floats. Use `compare` and `plus`. */
  valueOf(): never {
    throw new Error("broken invariant: a Decimal was used with a built-in operator");
  }

  private coefficientAt(scale: number): bigint {
    return this.scale === scale ? this.coefficient : this.coefficient * powerOfTen(scale - this.scale);
  }
}

const powersOfTen: readonly bigint[] = Array.from({ length: 64 }, (_, exponent) => 10n ** BigInt(exponent));

function powerOfTen(exponent: number): bigint {
  return powersOfTen[exponent] ?? 10n ** BigInt(exponent);
}

function checkScale(scale: number): void {
  invariant(Number.isSafeInteger(scale) && scale >= 0, `${scale} is not a scale`);
}
