import { Decimal as Oracle } from "decimal.js";
import fc from "fast-check";
import { expect, test } from "vitest";

import { Decimal } from "../../src/decimal/decimal.ts";
import type { RoundingMode } from "../../src/decimal/rounding.ts";

// Precise enough that the oracle itself never rounds: two factors of 40 digits, and a quotient of 30 decimals.
Oracle.set({ precision: 400, toExpNeg: -1_000, toExpPos: 1_000 });

const oracleRounding: Record<RoundingMode, Oracle.Rounding> = {
  half_away_from_zero: Oracle.ROUND_HALF_UP,
  half_even: Oracle.ROUND_HALF_EVEN,
  down: Oracle.ROUND_DOWN,
  up: Oracle.ROUND_UP,
  ceiling: Oracle.ROUND_CEIL,
  floor: Oracle.ROUND_FLOOR,
};

const decimalText = fc
  .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: 0, max: 20 }))
  .map(([coefficient, scale]) => `${coefficient}e-${scale}`);
const rounding = fc.constantFrom(...(Object.keys(oracleRounding) as RoundingMode[]));
const scale = fc.integer({ min: 0, max: 30 });

/** −0 is 0. */
function oracleText(value: Oracle): string {
  return value.plus(0).toFixed();
}

test("sums, differences and products match decimal.js", () => {
  fc.assert(
    fc.property(decimalText, decimalText, (a, b) => {
      const [left, right] = [Decimal.of(a), Decimal.of(b)];
      expect(left.plus(right).toCanonical()).toBe(oracleText(new Oracle(a).plus(b)));
      expect(left.minus(right).toCanonical()).toBe(oracleText(new Oracle(a).minus(b)));
      expect(left.times(right).toCanonical()).toBe(oracleText(new Oracle(a).times(b)));
      expect(left.compare(right)).toBe(new Oracle(a).comparedTo(b));
    }),
    { numRuns: 2_000 },
  );
});

test("rounding matches decimal.js in every mode", () => {
  fc.assert(
    fc.property(decimalText, scale, rounding, (a, places, mode) => {
      const expected = new Oracle(a).toDecimalPlaces(places, oracleRounding[mode]);
      expect(Decimal.of(a).round(places, mode).toCanonical()).toBe(oracleText(expected));
    }),
    { numRuns: 2_000 },
  );
});

test("ties round like decimal.js in every mode", () => {
  fc.assert(
    fc.property(fc.integer({ min: -1_000, max: 1_000 }), rounding, (half, mode) => {
      const text = `${half * 5}e-1`;
      const expected = new Oracle(text).toDecimalPlaces(0, oracleRounding[mode]);
      expect(Decimal.of(text).round(0, mode).toCanonical()).toBe(oracleText(expected));
    }),
  );
});

test("quotients match decimal.js, rounded once", () => {
  fc.assert(
    fc.property(decimalText, decimalText, scale, rounding, (a, b, places, mode) => {
      fc.pre(!Decimal.of(b).isZero());
      const expected = new Oracle(a).dividedBy(b).toDecimalPlaces(places, oracleRounding[mode]);
      expect(Decimal.of(a).dividedBy(Decimal.of(b), places, mode).toCanonical()).toBe(oracleText(expected));
    }),
    { numRuns: 2_000 },
  );
});

test("toFixed matches decimal.js, half away from zero", () => {
  fc.assert(
    fc.property(decimalText, scale, (a, places) => {
      const expected = new Oracle(a).toDecimalPlaces(places, Oracle.ROUND_HALF_UP).plus(0).toFixed(places);
      expect(Decimal.of(a).toFixed(places)).toBe(expected);
    }),
  );
});

test("every finite number is read like decimal.js reads it", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(Decimal.fromNumber(value)?.toCanonical()).toBe(oracleText(new Oracle(value)));
    }),
  );
});

test("text is read and written unchanged", () => {
  fc.assert(
    fc.property(decimalText, (a) => {
      const written = Decimal.of(a).toString();
      expect(Decimal.of(written)).toEqual(Decimal.of(a));
    }),
  );
});
