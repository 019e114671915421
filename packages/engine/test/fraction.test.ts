import { expect, test } from "vitest";
import { Fraction, HUNDRED, largerOf, ONE, smallerOf, ZERO } from "./fraction.ts";

// Tests the oracle with manually calculated figures.

test("a fraction is reduced, and its numerator has the sign", () => {
  expect(new Fraction(6n, 8n).toString()).toBe("3/4");
  expect(new Fraction(6n, -8n).toString()).toBe("-3/4");
  expect(new Fraction(0n, -8n).toString()).toBe("0");
  expect(Fraction.of("12.50").toString()).toBe("25/2");
  expect(Fraction.of("-0.125").toString()).toBe("-1/8");
  expect(() => new Fraction(1n, 0n)).toThrow("zero parts");
  expect(() => Fraction.of("1e3")).toThrow("not written plainly");
});

test("sums, differences, products and quotients", () => {
  const [third, half] = [new Fraction(1n, 3n), new Fraction(1n, 2n)];
  expect(third.plus(half).toString()).toBe("5/6");
  expect(third.minus(half).toString()).toBe("-1/6");
  expect(third.times(half).toString()).toBe("1/6");
  expect(third.over(half).toString()).toBe("2/3");
  expect(Fraction.sum([third, third, third]).equals(ONE)).toBe(true);
  expect(largerOf(third, half)).toBe(half);
  expect(smallerOf(third, half)).toBe(third);
  expect(ZERO.isBelow(third) && third.isBelow(HUNDRED)).toBe(true);
});

test("floors, ceilings and ties on both sides of zero", () => {
  const values = ["-2.5", "-2.4", "-0.5", "0.5", "2.4", "2.5", "3"].map(Fraction.of);
  expect(values.map((value) => value.floor())).toEqual([-3n, -3n, -1n, 0n, 2n, 2n, 3n]);
  expect(values.map((value) => value.ceiling())).toEqual([-2n, -2n, 0n, 1n, 3n, 3n, 3n]);
  expect(values.map((value) => value.toFixed(0))).toEqual(["-3", "-2", "-1", "1", "2", "3", "3"]);
});

test("decimals are written with any number of digits", () => {
  expect(new Fraction(2n, 3n).toFixed(4)).toBe("0.6667");
  expect(new Fraction(-1n, 200n).toFixed(2)).toBe("-0.01");
  expect(new Fraction(-1n, 201n).toFixed(2)).toBe("0.00");
  expect(new Fraction(1_000n).toFixed(3)).toBe("1000.000");
});
