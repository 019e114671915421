import fc from "fast-check";
import { expect, test } from "vitest";
import { amountBounds, numberBounds } from "../../src/decimal/bounds.ts";
import { Decimal } from "../../src/decimal/decimal.ts";
import { roundQuotient, type RoundingMode } from "../../src/decimal/rounding.ts";
import { Fraction } from "../fraction.ts";

// The laws of arithmetic, which decimals obey and floats do not (R-RATE-2).

const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: 0, max: 12 }))
  .map(([coefficient, scale]) => Decimal.of(`${coefficient}e-${scale}`));
const places = fc.integer({ min: 0, max: 12 });
const MODES: readonly RoundingMode[] = ["half_away_from_zero", "half_even", "down", "up", "ceiling", "floor"];

const isSame = (a: Decimal, b: Decimal) => a.equals(b) && a.compare(b) === 0 && a.toCanonical() === b.toCanonical();

test("sums and products are commutative and associative, and products distribute over sums", () => {
  fc.assert(
    fc.property(decimals, decimals, decimals, (a, b, c) => {
      expect(isSame(a.plus(b), b.plus(a)) && isSame(a.times(b), b.times(a))).toBe(true);
      expect(isSame(a.plus(b).plus(c), a.plus(b.plus(c)))).toBe(true);
      expect(isSame(a.times(b).times(c), a.times(b.times(c)))).toBe(true);
      expect(isSame(a.times(b.plus(c)), a.times(b).plus(a.times(c)))).toBe(true);
      expect(isSame(Decimal.sum([a, b, c]), Decimal.sum([c, a, b]))).toBe(true);
    }),
  );
});

test("zero, one and the negative are neutral and inverse elements", () => {
  fc.assert(
    fc.property(decimals, (a) => {
      expect(isSame(a.plus(Decimal.zero), a) && isSame(a.times(Decimal.one), a)).toBe(true);
      expect(a.times(Decimal.zero).isZero() && a.minus(a).isZero() && a.plus(a.negate()).isZero()).toBe(true);
      expect(isSame(a.negate().negate(), a) && isSame(a.abs(), a.negate().abs())).toBe(true);
      expect([a.isZero(), a.isNegative(), a.isPositive()].filter(Boolean)).toHaveLength(1);
    }),
  );
});

test("addition keeps the order, and a negative factor reverses it", () => {
  fc.assert(
    fc.property(decimals, decimals, decimals, (a, b, c) => {
      expect(a.compare(b)).toBe(-b.compare(a) + 0);
      expect(a.plus(c).compare(b.plus(c))).toBe(a.compare(b));
      const factor = c.isZero() ? Decimal.one : c;
      const turned = factor.isNegative() ? b.compare(a) : a.compare(b);
      expect(a.times(factor).compare(b.times(factor))).toBe(turned);
      expect(Decimal.min(a, b).compare(Decimal.max(a, b))).toBeLessThan(1);
      expect(isSame(Decimal.min(a, b).plus(Decimal.max(a, b)), a.plus(b))).toBe(true);
    }),
  );
});

test("each rounding mode stays on its side of the value and within a unit", () => {
  fc.assert(
    fc.property(decimals, places, (a, scale) => {
      const unit = Decimal.of(`1e-${scale}`);
      const by = (mode: RoundingMode) => a.round(scale, mode);
      expect(by("floor").compare(a)).toBeLessThan(1);
      expect(a.compare(by("ceiling"))).toBeLessThan(1);
      expect(by("down").abs().compare(a.abs())).toBeLessThan(1);
      expect(a.abs().compare(by("up").abs())).toBeLessThan(1);
      for (const mode of MODES) {
        expect(by(mode).minus(a).abs().compare(unit), mode).toBe(-1);
        expect(isSame(by(mode).round(scale, mode), by(mode)), mode).toBe(true);
      }
      for (const mode of ["half_away_from_zero", "half_even"] as const) {
        expect(by(mode).minus(a).abs().times(Decimal.of("2")).compare(unit)).toBeLessThan(1);
      }
      expect(isSame(by("floor").negate(), a.negate().round(scale, "ceiling"))).toBe(true);
    }),
  );
});

test("rounding to cents matches fractions, on ties and on both sides of zero", () => {
  fc.assert(
    fc.property(fc.integer({ min: -100_000, max: 100_000 }), places, (halves, scale) => {
      const text = `${halves * 5}e-${scale + 1}`;
      const expected = new Fraction(BigInt(halves * 5), 10n ** BigInt(scale + 1)).toFixed(scale);
      expect(Decimal.of(text).toFixed(scale)).toBe(expected);
    }),
  );
});

test("a quotient times its divisor plus the remainder is the dividend", () => {
  fc.assert(
    fc.property(decimals, decimals, places, (a, b, scale) => {
      fc.pre(!b.isZero());
      const quotient = a.dividedBy(b, scale, "down");
      const rest = a.minus(quotient.times(b));
      expect(rest.abs().compare(b.abs().times(Decimal.of(`1e-${scale}`)))).toBe(-1);
      expect(rest.isZero() || rest.isNegative() === a.isNegative()).toBe(true);
    }),
  );
});

test("the signs of dividend and divisor affect only the sign of the quotient", () => {
  const whole = fc.bigInt({ min: -1_000n, max: 1_000n });
  fc.assert(
    fc.property(whole, whole, fc.constantFrom(...MODES), (top, bottom, mode) => {
      fc.pre(bottom !== 0n);
      expect(roundQuotient(-top, -bottom, mode)).toBe(roundQuotient(top, bottom, mode));
      const opposite = ({ floor: "ceiling", ceiling: "floor" } as const)[mode as "floor"] ?? mode;
      expect(roundQuotient(-top, bottom, mode) + roundQuotient(top, bottom, opposite)).toBe(0n);
    }),
  );
});

test("equal values have one canonical text, and each canonical text one value", () => {
  fc.assert(
    fc.property(decimals, fc.nat(20), (a, zeros) => {
      const padded = a.toFixed(a.scale + zeros);
      expect(isSame(Decimal.of(padded), a)).toBe(true);
      expect(Decimal.of(padded).toCanonical()).toBe(a.toCanonical());
      expect(a.toCanonical()).toMatch(/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/);
      expect(JSON.stringify({ a })).toBe(`{"a":"${a.toString()}"}`);
    }),
  );
});

test.each([
  [numberBounds, "9".repeat(30), true],
  [numberBounds, `1${"0".repeat(30)}`, false],
  [numberBounds, `-${"9".repeat(30)}.${"9".repeat(40)}`, true],
  [numberBounds, `0.${"0".repeat(40)}1`, false],
  [numberBounds, `0.${"1".repeat(40)}0`, true],
  [amountBounds, "999999999999999.99", true],
  [amountBounds, "1000000000000000", false],
  [amountBounds, "-1000000000000000", false],
  [amountBounds, "0", true],
])("within %o, %s: %s", (bounds, text, isWithin) => {
  expect(Decimal.of(text).fits(bounds)).toBe(isWithin);
});

test("decimals refuse float arithmetic", () => {
  const [a, b] = [Decimal.of("0.1"), Decimal.of("0.2")];
  const broken = "a Decimal was used with a built-in operator";
  expect(() => (a as unknown as number) + (b as unknown as number)).toThrow(broken);
  expect(() => (a as unknown as number) < (b as unknown as number)).toThrow(broken);
  expect(() => Math.max(a as unknown as number, 1)).toThrow(broken);
  expect(() => Number(a)).toThrow(broken);
  expect(`${a}`).toBe("0.1");
});
