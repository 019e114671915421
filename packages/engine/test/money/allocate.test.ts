import fc from "fast-check";
import { expect, test } from "vitest";

import { Decimal } from "../../src/decimal/decimal.ts";
import { allocate } from "../../src/money/allocate.ts";

function split(amount: string, weights: readonly (number | string)[], scale = 2): string[] {
  const parts = allocate(
    Decimal.of(amount),
    weights.map((weight) => Decimal.of(String(weight))),
    scale,
  );
  return parts.map((part) => part.toFixed(scale));
}

test("the remaining cent goes to the largest remainder, or to the first of equal ones", () => {
  expect(split("100.00", [1, 1, 1])).toEqual(["33.34", "33.33", "33.33"]);
  expect(split("0.05", [3, 7])).toEqual(["0.02", "0.03"]); // 0.015 and 0.035: equal remainders
  expect(split("10.00", [1, 2, 3])).toEqual(["1.67", "3.33", "5.00"]); // 1.666…, 3.333…, 5
  expect(split("1", [1, 1, 1], 0)).toEqual(["1", "0", "0"]);
});

test("a negative amount is split like the positive one with all signs reversed", () => {
  expect(split("-100.00", [1, 1, 1])).toEqual(["-33.34", "-33.33", "-33.33"]);
});

test("a weight of zero gets nothing", () => {
  expect(split("9.99", [0, 1, 0])).toEqual(["0.00", "9.99", "0.00"]);
});

test("throws if an amount cannot be split", () => {
  expect(() => split("1.005", [1])).toThrow("1.005 has more than 2 decimals");
  expect(() => split("1.00", [1, -1])).toThrow("a weight is negative");
  expect(() => split("1.00", [0, 0])).toThrow("no weight is positive");
  expect(() => split("1.00", [])).toThrow("no weight is positive");
});

const amount = fc
  .tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: 0, max: 4 }))
  .map(([units, scale]) => ({ amount: Decimal.of(`${units}e-${scale}`), scale }));
const weights = fc
  .array(fc.integer({ min: 0, max: 1_000 }), { minLength: 1, maxLength: 20 })
  .filter((list) => list.some((weight) => weight > 0))
  .map((list) => list.map((weight) => Decimal.ofInteger(weight)));

test("the parts sum to the whole, and each is less than a minor unit from its exact share", () => {
  fc.assert(
    fc.property(amount, weights, ({ amount: whole, scale }, list) => {
      const parts = allocate(whole, list, scale);
      expect(Decimal.sum(parts).equals(whole)).toBe(true);
      const totalWeight = Decimal.sum(list);
      const smallestUnit = Decimal.of(`1e-${scale}`);
      parts.forEach((part, position) => {
        const distance = part.times(totalWeight).minus(whole.times(list[position]!)).abs();
        expect(distance.compare(smallestUnit.times(totalWeight))).toBe(-1);
      });
    }),
  );
});
