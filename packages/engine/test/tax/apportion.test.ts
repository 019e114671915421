import fc from "fast-check";
import { expect, test } from "vitest";
import { Decimal } from "../../src/decimal/decimal.ts";
import { apportion, roundTo } from "../../src/tax/apportion.ts";
import { Fraction } from "../fraction.ts";

// An amount is split among parts of either sign, so that nothing is lost and each share is less than a cent from the
// exact one (R-INV-6).

const amount = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((cents) => Decimal.of(`${cents}e-2`));
const weight = fc.integer({ min: -5_000, max: 9_000 }).map((cents) => Decimal.of(`${cents}e-2`));
const weights = fc.array(weight, { minLength: 1, maxLength: 8 });

const fraction = (value: Decimal) => Fraction.of(value.toString());
const sharesOf = (whole: Decimal, parts: readonly Decimal[]) =>
  apportion(whole, parts, (part) => part, 2).map(([, share]) => share);

test("the shares sum to the whole, in the order of the parts (R-INV-6)", () => {
  fc.assert(
    fc.property(amount, weights, (whole, parts) => {
      fc.pre(!Decimal.sum(parts).isZero());
      const shared = apportion(whole, parts, (part) => part, 2);
      expect(shared.map(([part]) => part)).toEqual(parts);
      expect(Decimal.sum(shared.map(([, share]) => share)).equals(whole)).toBe(true);
    }),
  );
});

test("each share differs from the exact one by less than a cent (R-INV-6)", () => {
  fc.assert(
    fc.property(amount, weights, (whole, parts) => {
      const all = Fraction.sum(parts.map(fraction));
      fc.pre(all.top !== 0n);
      const [cent, minusCent] = [new Fraction(1n, 100n), new Fraction(-1n, 100n)];
      for (const [place, share] of sharesOf(whole, parts).entries()) {
        const distance = fraction(share).minus(fraction(whole).times(fraction(parts[place]!)).over(all));
        expect(minusCent.isBelow(distance) && distance.isBelow(cent)).toBe(true);
      }
    }),
  );
});

test("if every exact share is a whole number of cents, the shares are exact (R-INV-6)", () => {
  const cents = fc.array(fc.integer({ min: -9_000, max: 9_000 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(cents, (units) => {
      const parts = units.map((unit) => Decimal.of(`${unit}e-2`));
      const whole = Decimal.sum(parts);
      fc.pre(!whole.isZero());
      expect(sharesOf(whole, parts).map((share) => share.toFixed(2))).toEqual(parts.map((part) => part.toFixed(2)));
    }),
  );
});

test("halving all weights or reversing all their signs changes no share (R-INV-6)", () => {
  fc.assert(
    fc.property(amount, weights, (whole, parts) => {
      fc.pre(!Decimal.sum(parts).isZero());
      const shares = sharesOf(whole, parts).map(String);
      const half = parts.map((part) => part.times(Decimal.of("0.5")));
      expect(sharesOf(whole, half).map(String)).toEqual(shares);
      expect(
        sharesOf(
          whole,
          parts.map((part) => part.negate()),
        ).map(String),
      ).toEqual(shares);
    }),
  );
});

test.each([
  ["10.00", "1 1 1", "3.34 3.33 3.33"], // the remaining cent goes to the first of equal remainders
  ["-10.00", "1 1 1", "-3.33 -3.33 -3.34"], // floors of −3.34 each: two cents are returned, to the first two parts
  ["0.01", "1 1", "0.01 0.00"],
  ["100.00", "1 2 4", "14.29 28.57 57.14"], // 14.2857…, 28.5714…, 57.1428…
  ["9.00", "90 -45", "18.00 -9.00"],
  ["1.00", "3 -2", "3.00 -2.00"],
  ["5.00", "-1 -4", "1.00 4.00"],
  ["0.00", "7 -7", "0.00 0.00"],
  ["0.00", "1 2", "0.00 0.00"],
])("%s split by %s is %s", (whole, parts, expected) => {
  const shares = sharesOf(Decimal.of(whole), parts.split(" ").map(Decimal.of));
  expect(shares.map((share) => share.toFixed(2)).join(" ")).toBe(expected);
});

test("exact shares are rounded so that they sum to the rounded whole (R-INV-6)", () => {
  const exact = fc.array(
    fc.integer({ min: -900_000, max: 900_000 }).map((parts) => Decimal.of(`${parts}e-5`)),
    { minLength: 1, maxLength: 8 },
  );
  fc.assert(
    fc.property(exact, (shares) => {
      const whole = Decimal.sum(shares).round(2, "half_away_from_zero");
      const rounded = roundTo(whole, shares, (share) => share, 2).map(([, share]) => share);
      expect(Decimal.sum(rounded).equals(whole)).toBe(true);
      for (const [place, share] of rounded.entries()) {
        expect(share.minus(shares[place]!).abs().compare(Decimal.of("0.01"))).toBeLessThanOrEqual(0);
      }
    }),
  );
});

test.each([
  ["0.03", "0.005 0.005 0.02", "0.01 0.00 0.02"], // the first of two halves is rounded up
  ["0.02", "0.011 0.012", "0.01 0.01"],
  ["0.03", "0.011 0.012", "0.01 0.02"], // the larger remainder
  ["-0.02", "-0.011 -0.012", "-0.01 -0.01"],
])("%s of %s is rounded to %s", (whole, shares, expected) => {
  const rounded = roundTo(Decimal.of(whole), shares.split(" "), (share) => Decimal.of(share), 2);
  expect(rounded.map(([, share]) => share.toFixed(2)).join(" ")).toBe(expected);
});
