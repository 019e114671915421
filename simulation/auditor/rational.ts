/** An exact fraction. The auditor's own arithmetic: it shares nothing with the engine's decimals. */
export class Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;

  private constructor(numerator: bigint, denominator: bigint) {
    this.numerator = numerator;
    this.denominator = denominator;
  }

  static readonly zero: Rational = new Rational(0n, 1n);

  static whole(value: number | bigint): Rational {
    return new Rational(BigInt(value), 1n);
  }

  /** `-12.50`, `5`, `1e-7`, or the number that JSON shows. */
  static of(text: string | number): Rational {
    const value = Rational.read(String(text));
    if (value === undefined) throw new Error(`${text} is no number`);
    return value;
  }

  /** The same; undefined for text that is no number. */
  static read(text: string): Rational | undefined {
    const parts = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text);
    if (parts === null) return undefined;
    const [, sign, whole = "", fraction = "", exponent = "0"] = parts;
    const places = fraction.length - Number(exponent);
    const digits = BigInt(`${sign}${whole}${fraction}`);
    return places >= 0
      ? new Rational(digits, 10n ** BigInt(places)).reduced()
      : new Rational(digits * 10n ** BigInt(-places), 1n);
  }

  static sum(values: readonly Rational[]): Rational {
    return values.reduce((total, value) => total.plus(value), Rational.zero);
  }

  static smaller(a: Rational, b: Rational): Rational {
    return a.compare(b) <= 0 ? a : b;
  }

  static larger(a: Rational, b: Rational): Rational {
    return a.compare(b) >= 0 ? a : b;
  }

  plus(other: Rational): Rational {
    return new Rational(
      this.numerator * other.denominator + other.numerator * this.denominator,
      this.denominator * other.denominator,
    ).reduced();
  }

  minus(other: Rational): Rational {
    return this.plus(other.negated());
  }

  times(other: Rational): Rational {
    return new Rational(this.numerator * other.numerator, this.denominator * other.denominator).reduced();
  }

  over(other: Rational): Rational {
    const sign = other.numerator < 0n ? -1n : 1n;
    return new Rational(sign * this.numerator * other.denominator, sign * this.denominator * other.numerator).reduced();
  }

  negated(): Rational {
    return new Rational(-this.numerator, this.denominator);
  }

  abs(): Rational {
    return this.numerator < 0n ? this.negated() : this;
  }

  compare(other: Rational): number {
    const difference = this.numerator * other.denominator - other.numerator * this.denominator;
    return difference === 0n ? 0 : difference > 0n ? 1 : -1;
  }

  isZero(): boolean {
    return this.numerator === 0n;
  }

  isNegative(): boolean {
    return this.numerator < 0n;
  }

  isPositive(): boolean {
    return this.numerator > 0n;
  }

  /** The whole number that is not below it. */
  ceiling(): bigint {
    const down = this.numerator / this.denominator;
    return this.numerator > 0n && this.numerator % this.denominator !== 0n ? down + 1n : down;
  }

  /** With at most `places` decimals; halves go away from zero. */
  rounded(places: number): Rational {
    const unit = 10n ** BigInt(places);
    const doubled = 2n * (this.numerator < 0n ? -this.numerator : this.numerator) * unit;
    const size = (doubled + this.denominator) / (2n * this.denominator);
    return new Rational(this.numerator < 0n ? -size : size, unit).reduced();
  }

  /** Plain decimal notation of a fraction that has one, with at least `places` decimals: `12.50`. */
  toText(places = 0): string {
    const isNegative = this.numerator < 0n;
    let rest = isNegative ? -this.numerator : this.numerator;
    let text = `${rest / this.denominator}`;
    rest %= this.denominator;
    let fraction = "";
    while ((rest !== 0n && fraction.length < 40) || fraction.length < places) {
      rest *= 10n;
      fraction += `${rest / this.denominator}`;
      rest %= this.denominator;
    }
    if (fraction !== "") text += `.${fraction}`;
    return isNegative ? `-${text}` : text;
  }

  private reduced(): Rational {
    let [a, b] = [this.numerator < 0n ? -this.numerator : this.numerator, this.denominator];
    while (b !== 0n) [a, b] = [b, a % b];
    return a <= 1n ? this : new Rational(this.numerator / a, this.denominator / a);
  }
}
