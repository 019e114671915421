/**
 * An exact fraction of whole numbers that uses no part of the engine. The oracles of these tests calculate with it. It
 * implements decimal notation, rounding and division again, so that the oracles do not repeat an error of the engine's
 * decimals.
 */
export class Fraction {
  readonly top: bigint;
  /** Positive, and without a factor in common with `top`. */
  readonly bottom: bigint;

  constructor(top: bigint, bottom = 1n) {
    if (bottom === 0n) throw new Error("a fraction of zero parts");
    const divisor = greatestDivisor(top, bottom) * (bottom < 0n ? -1n : 1n);
    this.top = top / divisor;
    this.bottom = bottom / divisor;
  }

  /** `-12.50` is −25/2. */
  static of(text: string | number): Fraction {
    const [, sign, whole = "", places = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(text)) ?? [];
    if (whole === "") throw new Error(`"${text}" is not written plainly`);
    const top = BigInt(whole + places);
    return new Fraction(sign === "-" ? -top : top, 10n ** BigInt(places.length));
  }

  static sum(parts: readonly Fraction[]): Fraction {
    return parts.reduce((sum, part) => sum.plus(part), ZERO);
  }

  plus(other: Fraction): Fraction {
    return new Fraction(this.top * other.bottom + other.top * this.bottom, this.bottom * other.bottom);
  }

  minus(other: Fraction): Fraction {
    return this.plus(new Fraction(-other.top, other.bottom));
  }

  times(other: Fraction): Fraction {
    return new Fraction(this.top * other.top, this.bottom * other.bottom);
  }

  over(other: Fraction): Fraction {
    return new Fraction(this.top * other.bottom, this.bottom * other.top);
  }

  isBelow(other: Fraction): boolean {
    return this.top * other.bottom < other.top * this.bottom;
  }

  equals(other: Fraction): boolean {
    return this.top === other.top && this.bottom === other.bottom;
  }

  /** The largest whole number that is not greater. */
  floor(): bigint {
    const quotient = this.top / this.bottom;
    return this.top < 0n && quotient * this.bottom !== this.top ? quotient - 1n : quotient;
  }

  ceiling(): bigint {
    return -new Fraction(-this.top, this.bottom).floor();
  }

  /** The nearest fraction with this many decimals; of two equally near ones, the one further from zero. */
  rounded(places: number): Fraction {
    const scaled = this.times(new Fraction(10n ** BigInt(places)));
    const magnitude = scaled.top < 0n ? new Fraction(-scaled.top, scaled.bottom) : scaled;
    const nearest = magnitude.plus(new Fraction(1n, 2n)).floor();
    return new Fraction(scaled.top < 0n ? -nearest : nearest, 10n ** BigInt(places));
  }

  /** Exactly this many decimals, after rounding half away from zero: `-0.50`, `3`. */
  toFixed(places: number): string {
    const { top, bottom } = this.rounded(places);
    const units = (top * 10n ** BigInt(places)) / bottom;
    const digits = (units < 0n ? -units : units).toString().padStart(places + 1, "0");
    const point = digits.length - places;
    const text = places === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
    return units < 0n ? `-${text}` : text;
  }

  toString(): string {
    return this.bottom === 1n ? this.top.toString() : `${this.top}/${this.bottom}`;
  }
}

export const ZERO = new Fraction(0n);
export const ONE = new Fraction(1n);
export const HUNDRED = new Fraction(100n);

export function largerOf(a: Fraction, b: Fraction): Fraction {
  return a.isBelow(b) ? b : a;
}

export function smallerOf(a: Fraction, b: Fraction): Fraction {
  return b.isBelow(a) ? b : a;
}

/** Euclid's algorithm. Never below one. */
function greatestDivisor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}
