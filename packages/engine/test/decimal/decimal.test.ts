import { expect, test } from "vitest";

import { Decimal } from "../../src/decimal/decimal.ts";

const of = (text: string) => Decimal.of(text);

test("a decimal keeps the digits of its text", () => {
  for (const text of ["0", "0.10", "-12.50", "1000", "0.000", "123456789012345678901234567890.123456789"]) {
    expect(of(text).toString()).toBe(text);
  }
});

test("exponents are read and never written", () => {
  expect(of("1e3").toString()).toBe("1000");
  expect(of("-2.5E-3").toString()).toBe("-0.0025");
  expect(of("1.50e1").toString()).toBe("15.0");
  expect(of("12.5e+1").toString()).toBe("125");
  expect(of("+7").toString()).toBe("7");
});

test("rejects text that is not a number", () => {
  for (const text of ["", " 1", "1 ", "1,5", ".5", "5.", "1e", "e5", "--1", "0x10", "NaN", "Infinity", "1_000", "١"]) {
    expect(Decimal.parse(text), text).toBeUndefined();
  }
  expect(() => of("ten")).toThrow('"ten" is not a decimal');
});

test("rejects a number that would be enormous in plain notation before building it", () => {
  expect(Decimal.parse("1e999")?.toString()).toBe(`1${"0".repeat(999)}`);
  expect(Decimal.parse("1e1000")).toBeUndefined();
  expect(Decimal.parse("1e-1000")?.scale).toBe(1_000);
  expect(Decimal.parse("1e-1001")).toBeUndefined();
  expect(Decimal.parse("1e999999")).toBeUndefined();
  expect(Decimal.parse("1e9999999")).toBeUndefined();
  expect(Decimal.parse("9".repeat(1_000))?.isPositive()).toBe(true);
  expect(Decimal.parse("9".repeat(1_001))).toBeUndefined();
  expect(Decimal.parse("9".repeat(1_000_000))).toBeUndefined();
});

test("zero has no sign", () => {
  expect(of("-0").toString()).toBe("0");
  expect(of("-0.00").isNegative()).toBe(false);
  expect(of("-0.00").negate().toString()).toBe("0.00");
});

test("a JSON number is read digit for digit, not by its binary value", () => {
  expect(Decimal.fromNumber(0.1)?.plus(Decimal.fromNumber(0.2)!).toString()).toBe("0.3");
  expect(Decimal.fromNumber(1e21)?.toString()).toBe("1000000000000000000000");
  expect(Decimal.fromNumber(1e-7)?.toString()).toBe("0.0000001");
  expect(Decimal.fromNumber(Number.NaN)).toBeUndefined();
  expect(Decimal.fromNumber(Number.POSITIVE_INFINITY)).toBeUndefined();
});

test("converts counts and rejects fractions", () => {
  expect(Decimal.ofInteger(42).toString()).toBe("42");
  expect(Decimal.ofInteger(9_007_199_254_740_993n).toString()).toBe("9007199254740993");
  expect(() => Decimal.ofInteger(1.5)).toThrow("1.5 is not a whole number");
  expect(() => Decimal.ofInteger(2 ** 53)).toThrow("is not a whole number");
});

test("the scale follows the arithmetic", () => {
  expect(of("1.5").plus(of("2.25")).toString()).toBe("3.75");
  expect(of("1.50").plus(of("2.50")).toString()).toBe("4.00");
  expect(of("100").minus(of("0.01")).toString()).toBe("99.99");
  expect(of("24.99").times(of("2")).toString()).toBe("49.98");
  expect(of("0.10").times(of("0.10")).toString()).toBe("0.0100");
});

test("a quotient uses the given scale and rounding mode", () => {
  expect(of("1000").times(of("17")).dividedBy(of("31"), 2, "half_away_from_zero").toString()).toBe("548.39"); // S3
  expect(of("1").dividedBy(of("3"), 18, "half_even").toString()).toBe("0.333333333333333333");
  expect(of("-7").dividedBy(of("2"), 0, "floor").toString()).toBe("-4");
  expect(of("7").dividedBy(of("-2"), 0, "ceiling").toString()).toBe("-3");
  expect(of("0.5").dividedBy(of("0.25"), 0, "down").toString()).toBe("2");
  expect(() => of("1").dividedBy(Decimal.zero, 2, "down")).toThrow("division by zero");
  expect(() => of("1").dividedBy(of("3"), -1, "down")).toThrow("-1 is not a scale");
});

test("each rounding mode handles ties and values near them", () => {
  const values = ["-2.5", "-2.4", "-1.5", "1.5", "2.4", "2.5", "2.6"];
  const rounded = (mode: Parameters<Decimal["round"]>[1]) =>
    values.map((value) => of(value).round(0, mode).toString()).join(" ");
  expect(rounded("half_away_from_zero")).toBe("-3 -2 -2 2 2 3 3");
  expect(rounded("half_even")).toBe("-2 -2 -2 2 2 2 3");
  expect(rounded("down")).toBe("-2 -2 -1 1 2 2 2");
  expect(rounded("up")).toBe("-3 -3 -2 2 3 3 3");
  expect(rounded("ceiling")).toBe("-2 -2 -1 2 3 3 3");
  expect(rounded("floor")).toBe("-3 -3 -2 1 2 2 2");
});

test("throws on an unknown rounding mode", () => {
  expect(() => of("1.5").round(0, "sideways" as "up")).toThrow("no case for");
});

test("rounding leaves a value that already fits unchanged, and toFixed pads it", () => {
  expect(of("1.5").round(2, "half_even").toString()).toBe("1.5");
  expect(of("1.5").toFixed(2)).toBe("1.50");
  expect(of("1548.386").toFixed(2)).toBe("1548.39");
  expect(of("-0.004").toFixed(2)).toBe("0.00");
  expect(of("99.5").toFixed(0)).toBe("100");
});

test("equal values have the same canonical text", () => {
  const canonical = ["3.00", "3", "0.50", "0.00", "100", "-10.10", "1e-70"].map((text) => of(text).toCanonical());
  expect(canonical).toEqual(["3", "3", "0.5", "0", "100", "-10.1", `0.${"0".repeat(69)}1`]);
});

test("comparison considers the value, not the digits", () => {
  expect(of("1.50").equals(of("1.5"))).toBe(true);
  expect(of("1.50").compare(of("1.6"))).toBe(-1);
  expect(of("2").compare(of("-2.0"))).toBe(1);
  expect(Decimal.min(of("2"), of("1")).toString()).toBe("1");
  expect(Decimal.min(of("1.0"), of("1")).toString()).toBe("1.0");
  expect(Decimal.max(of("2"), of("1")).toString()).toBe("2");
  expect(Decimal.max(of("1"), of("2")).toString()).toBe("2");
  expect(Decimal.sum([]).toString()).toBe("0");
  expect(Decimal.sum([of("0.1"), of("0.2"), of("1")]).toString()).toBe("1.3");
});

test("reports the sign and whether a value is whole", () => {
  expect([of("-1").isNegative(), of("0.00").isZero(), of("0.01").isPositive()]).toEqual([true, true, true]);
  expect([of("1").isNegative(), of("0.01").isZero(), of("0").isPositive()]).toEqual([false, false, false]);
  expect([of("3.00").isWhole(), of("3.50").isWhole(), of("-2").isWhole()]).toEqual([true, false, true]);
  expect([of("-1.5").abs().toString(), of("1.5").abs().toString()]).toEqual(["1.5", "1.5"]);
});

test("a decimal is text in JSON, and built-in operators throw", () => {
  expect(JSON.stringify({ amount: of("0.10") })).toBe('{"amount":"0.10"}');
  expect(`${of("0.10")}`).toBe("0.10");
  expect(() => of("1") < of("2")).toThrow("built-in operator");
});

test("scales beyond the table of powers of ten are exact, too", () => {
  const tiny = of("1e-80");
  expect(tiny.plus(of("1")).minus(of("1")).equals(tiny)).toBe(true);
  expect(of("1").dividedBy(of("3"), 90, "down").toString()).toBe(`0.${"3".repeat(90)}`);
});
