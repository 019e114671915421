import fc from "fast-check";
import { expect, test } from "vitest";
import { Decimal } from "../../src/decimal/decimal.ts";
import { allocate } from "../../src/money/allocate.ts";
import { currencyCodes, minorUnits } from "../../src/money/currency.ts";
import { addMoney, formatAmount, roundToMinorUnit, subtractMoney } from "../../src/money/money.ts";
import { Fraction } from "../fraction.ts";

// Splitting amounts and adding them up again neither loses nor creates a minor unit (R-RATE-2).

const units = fc.integer({ min: -500_000, max: 500_000 });
const scale = fc.integer({ min: 0, max: 4 });
const weights = fc
  .array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 9 })
  .filter((list) => list.some((weight) => weight > 0));

function split(whole: number, list: readonly number[], places: number): bigint[] {
  const parts = allocate(Decimal.of(`${whole}e-${places}`), list.map(Decimal.ofInteger), places);
  return parts.map((part) => part.times(Decimal.ofInteger(10n ** BigInt(places))).round(0, "down").coefficient);
}

/** Gives the units one by one to the part that is furthest below its exact share, or to the first of equals. */
function handedOut(whole: number, list: readonly number[]): bigint[] {
  const sign = whole < 0 ? -1n : 1n;
  const all = BigInt(list.reduce((sum, weight) => sum + weight));
  const exact = list.map((weight) => new Fraction(BigInt(whole) * sign * BigInt(weight), all));
  const parts = exact.map((share) => share.floor());
  let left = BigInt(whole) * sign - parts.reduce((sum, part) => sum + part, 0n);
  for (; left > 0n; left -= 1n) {
    const missing = exact.map((share, place) => share.minus(new Fraction(parts[place]!)));
    const furthest = missing.reduce((best, one, place) => (missing[best]!.isBelow(one) ? place : best), 0);
    parts[furthest]! += 1n;
  }
  return parts.map((part) => part * sign);
}

test("an amount is split as if its units were given out one by one (R-RATE-2)", () => {
  fc.assert(
    fc.property(units, weights, scale, (whole, list, places) => {
      expect(split(whole, list, places)).toEqual(handedOut(whole, list));
    }),
    { numRuns: 300 },
  );
});

test("equal parts differ by one unit at most, and the first parts are larger", () => {
  fc.assert(
    fc.property(units, fc.integer({ min: 1, max: 12 }), (whole, parts) => {
      const shares = split(whole, Array<number>(parts).fill(1), 2).map((share) => (share < 0n ? -share : share));
      expect(shares).toEqual(shares.toSorted((a, b) => (a > b ? -1 : a < b ? 1 : 0)));
      expect(shares[0]! - shares.at(-1)!).toBeLessThanOrEqual(1n);
    }),
  );
});

test("multiplying all weights changes nothing, and a weight of zero gets nothing", () => {
  fc.assert(
    fc.property(units, weights, fc.integer({ min: 2, max: 50 }), (whole, list, times) => {
      const shares = split(whole, list, 2);
      expect(
        split(
          whole,
          list.map((weight) => weight * times),
          2,
        ),
      ).toEqual(shares);
      for (const [place, weight] of list.entries()) if (weight === 0) expect(shares[place]).toBe(0n);
    }),
  );
});

test("an amount is split without rounding if each part is whole", () => {
  fc.assert(
    fc.property(weights, fc.integer({ min: -9, max: 9 }), (list, each) => {
      const whole = list.reduce((sum, weight) => sum + weight) * each;
      expect(split(whole, list, 2)).toEqual(list.map((weight) => BigInt(weight * each)));
    }),
  );
});

test("amounts are rounded once, to the minor unit, half away from zero, and never in two steps (R-RATE-2)", () => {
  const rounded = (amount: string, currency: string) => roundToMinorUnit(Decimal.of(amount), currency).toCanonical();
  expect(rounded("0.0049", "EUR")).toBe("0"); // rounding to 0.005 first would give 0.01
  expect(rounded("0.4999", "JPY")).toBe("0");
  expect(rounded("0.00049", "KWD")).toBe("0");
  fc.assert(
    fc.property(
      fc.integer({ min: -9_000_000, max: 9_000_000 }),
      fc.constantFrom("EUR", "JPY", "KWD"),
      (parts, code) => {
        const exact = new Fraction(BigInt(parts), 100_000n);
        const places = minorUnits(code);
        expect(roundToMinorUnit(Decimal.of(`${parts}e-5`), code).toFixed(places)).toBe(exact.toFixed(places));
      },
    ),
  );
});

test("adding and then subtracting an amount changes nothing, and amounts show the digits of their currency", () => {
  const code = fc.constantFrom(...currencyCodes());
  fc.assert(
    fc.property(units, units, code, (first, second, currency) => {
      const places = minorUnits(currency);
      const money = (amount: number) => ({ amount: Decimal.of(`${amount}e-${places}`), currency });
      const sum = addMoney(money(first), money(second));
      expect(subtractMoney(sum, money(second)).amount.equals(money(first).amount)).toBe(true);
      expect(formatAmount(sum)).toBe(new Fraction(BigInt(first + second), 10n ** BigInt(places)).toFixed(places));
    }),
  );
});
