import fc from "fast-check";
import { expect, test } from "vitest";
import { amountBounds, boundsText, numberBounds } from "../../src/decimal/bounds.ts";
import { Decimal } from "../../src/decimal/decimal.ts";
import { faultCodes } from "../../src/wire/fault.ts";
import { moneyToWire, unitsToWire, whenAllRead, whenComplete, Wire } from "../../src/wire/wire.ts";

// Each read method of a JSON value separately: its result, and the words of its faults (R-API-4).

/** The result for a value: `read 5`, or its faults with place, code and sentence. */
function said<Value>(value: unknown, read: (wire: Wire) => Value | undefined, bounds = numberBounds): string[] {
  const wire = Wire.root(value, bounds);
  const answer = read(wire);
  if (wire.faults.length === 0)
    return [`read ${answer instanceof Decimal ? answer.toString() : JSON.stringify(answer)}`];
  return wire.faults.map(({ pointer, code, detail }) => `${pointer} ${code}: ${detail}`);
}

test("text has at least one character and at most the allowed number", () => {
  const text = (value: unknown) => said(value, (wire) => wire.text(5));
  expect(text("a")).toEqual(['read "a"']);
  expect(text("abcde")).toEqual(['read "abcde"']);
  expect(text("")).toEqual([" empty: Must not be empty."]);
  expect(text("abcdef")).toEqual([" too_long: At most 5 characters are allowed."]);
  expect(text(5)).toEqual([" invalid_type: Must be a string."]);
  expect(text(null)).toEqual([" invalid_type: Must be a string."]);
  expect(text(undefined)).toEqual([" required: Is required and must be a string."]);
});

test("accepts one of a closed set of words, in their exact spelling", () => {
  const word = (value: unknown) => said(value, (wire) => wire.oneOf(["fixed", "unit"]));
  expect(word("unit")).toEqual(['read "unit"']);
  expect(word("Unit")).toEqual([" invalid_value: Must be one of fixed, unit."]);
  expect(word("")).toEqual([" invalid_value: Must be one of fixed, unit."]);
  expect(word(["unit"])).toEqual([" invalid_type: Must be a string."]);
  expect(word(undefined)).toEqual([" required: Is required and must be a string."]);
});

test("a list has a maximum number of elements, and each fault in it names its place", () => {
  const list = (value: unknown) => said(value, (wire) => wire.distinctTexts(3, 10));
  expect(list([])).toEqual(["read []"]);
  expect(list(["a", "b", "c"])).toEqual(['read ["a","b","c"]']);
  expect(list(["a", "b", "c", "d"])).toEqual([" too_many: At most 3 elements are allowed."]);
  expect(list(["a", "b", "a"])).toEqual(['/2 duplicate: "a" is listed twice. List each value once.']);
  expect(list(["", 5, null])).toEqual([
    "/0 empty: Must not be empty.",
    "/1 invalid_type: Must be a string.",
    "/2 invalid_type: Must be a string.",
  ]);
  expect(list({ 0: "a", length: 1 })).toEqual([" invalid_type: Must be an array."]);
  expect(list("abc")).toEqual([" invalid_type: Must be an array."]);
  expect(list(undefined)).toEqual([" required: Is required and must be an array."]);
});

test("reports each unknown member of an object, in the order in which it was sent", () => {
  const known = (value: unknown) => said(value, (wire) => wire.isObjectOf(["a", "b"]));
  expect(known({})).toEqual(["read true"]);
  expect(known({ b: 1, a: null })).toEqual(["read true"]);
  expect(known({ c: 1, a: 1, d: 1 })).toEqual([
    '/c unknown_member: "c" is not a member of this object. Use a, b.',
    '/d unknown_member: "d" is not a member of this object. Use a, b.',
  ]);
  for (const value of [[], "a", 5, true, null]) expect(known(value)).toEqual([" invalid_type: Must be an object."]);
  expect(known(undefined)).toEqual([" required: Is required and must be an object."]);
});

test("members that every object inherits do not count as sent", () => {
  const wire = Wire.root({ own: 1 });
  expect(wire.member("own").value).toBe(1);
  for (const inherited of ["toString", "constructor", "__proto__", "hasOwnProperty"]) {
    expect([inherited, wire.member(inherited).isAbsent()]).toEqual([inherited, true]);
  }
  expect(Wire.root(JSON.parse('{"__proto__": 5}')).member("__proto__").value).toBe(5);
  expect(Wire.root("text").member("length").isAbsent()).toBe(true);
});

test("a value is absent if it is missing or null, and not if it is empty", () => {
  expect([undefined, null].map((value) => Wire.root(value).isAbsent())).toEqual([true, true]);
  expect([0, "", false, [], {}].map((value) => Wire.root(value).isAbsent())).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});

test("money keeps its digits, and is a plain decimal that is not negative", () => {
  const money = (value: unknown) => said({ value }, (wire) => wire.money());
  const plain = 'Must be a decimal string such as "12.50", with at most 60 digits and no exponent.';
  for (const text of ["0", "0.00", "12.50", "0.10", "1000000"]) expect(money(text)).toEqual([`read ${text}`]);
  for (const text of [
    "",
    "-",
    ".",
    "1.",
    ".1",
    "01",
    "00",
    "+1",
    "1e2",
    "1_000",
    "1,000",
    " 1",
    "1 ",
    "-0",
    "-0.0",
    "∞",
  ]) {
    expect([text, money(text)]).toEqual([text, [`/value invalid_decimal: ${plain}`]]);
  }
  expect(money("-0.01")).toEqual(["/value negative: Must not be negative."]);
  expect(money(1)).toEqual(['/value invalid_type: Must be a decimal string such as "12.50".']);
  expect(money(undefined)).toEqual(['/value required: Is required and must be a decimal string such as "12.50".']);
  expect(said({ value: "-0.01" }, (wire) => wire.signedMoney())).toEqual(["read -0.01"]);
  expect(said(null, (wire) => wire.optionalMoney())).toEqual(["read 0"]);
  expect(said(undefined, (wire) => wire.money())).toEqual([" required: Is required and must be an object."]);
});

test("numbers that are sent have bounds, one digit less is accepted, and stored numbers may exceed them", () => {
  const money = (value: string, bounds: typeof numberBounds | null) => {
    const wire = Wire.root({ value }, bounds);
    wire.money();
    return wire.faults.map(({ code, detail }) => `${code}: ${detail}`);
  };
  const range = (bounds: typeof numberBounds) => [`out_of_range: Must have ${boundsText(bounds)}.`];
  expect(boundsText(numberBounds)).toBe("at most 30 digits before the point and 40 after it");
  expect(boundsText(amountBounds)).toBe("at most 15 digits before the point and 40 after it");
  for (const bounds of [numberBounds, amountBounds]) {
    const [most, more] = ["9".repeat(bounds.wholeDigits), "9".repeat(bounds.wholeDigits + 1)];
    expect(money(most, bounds)).toEqual([]);
    expect(money(more, bounds)).toEqual(range(bounds));
    expect(money(more, null)).toEqual([]);
    expect(money(`0.${"0".repeat(39)}1`, bounds)).toEqual([]);
    expect(money(`0.${"0".repeat(40)}1`, bounds)).toEqual(range(bounds));
    // Trailing zeros do not count as digits.
    expect(money(`1.${"0".repeat(45)}`, bounds)).toEqual([]);
  }
});

test("units are a number that JSON shows exactly, in any notation", () => {
  const units = (value: unknown) => said(value, (wire) => wire.units());
  const exact =
    " out_of_range: Must be a number that JSON can represent exactly: at most 9007199254740991, or at most 15 digits if it has decimals.";
  expect(units(12)).toEqual(["read 12"]);
  expect(units("12.50")).toEqual(["read 12.50"]);
  expect(units(0.1)).toEqual(["read 0.1"]);
  expect(units(1e-7)).toEqual(["read 0.0000001"]);
  expect(units("9007199254740991")).toEqual(["read 9007199254740991"]);
  expect(units("9007199254740992")).toEqual([exact]);
  expect(units(2 ** 53)).toEqual([exact]);
  expect(units("0.1234567890123456789")).toEqual([exact]);
  expect(units(-1)).toEqual([" negative: Must not be negative."]);
  expect(units(Number.NaN)).toEqual([" invalid_decimal: Must be a finite number."]);
  expect(units(true)).toEqual([' invalid_type: Must be a decimal string such as "12.50".']);
});

test("any number of units that is read is written as the same number (R-API-1)", () => {
  const numbers = fc.oneof(fc.maxSafeNat(), fc.double({ min: 0, max: 1e12, noNaN: true, noDefaultInfinity: true }));
  fc.assert(
    fc.property(numbers, (number) => {
      const units = Wire.root(number).units();
      expect(units === undefined ? undefined : unitsToWire(units)).toBe(number === 0 ? 0 : number);
    }),
  );
});

test("any price that is read is written digit for digit (R-API-1)", () => {
  const prices = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 29n }), fc.stringMatching(/^\d{0,30}$/))
    .map(([whole, places]) => (places === "" ? whole.toString() : `${whole}.${places}`));
  fc.assert(
    fc.property(prices, (value) => {
      const price = Wire.root({ value }, numberBounds).money();
      expect(price && moneyToWire(price)).toEqual({ value });
    }),
  );
});

test("places are JSON pointers from the root, with slashes and tildes escaped (RFC 6901)", () => {
  const wire = Wire.root({ "a/b": [{ "c~d": 5 }] });
  const [element] = wire.member("a/b").elements(5) ?? [];
  element?.member("c~d").text(5);
  element?.refuse("invalid_value", "Says so.");
  expect(wire.faults).toEqual([
    { pointer: "/a~1b/0/c~0d", code: "invalid_type", detail: "Must be a string." },
    { pointer: "/a~1b/0", code: "invalid_value", detail: "Says so." },
  ]);
});

test("an object is complete if all of its parts are present, including zero, empty and null", () => {
  const [zero, no, empty, none]: [number, boolean, string, null] = [0, false, "", null];
  expect(whenComplete({ zero, no, empty, none })).toEqual({ zero: 0, no: false, empty: "", none: null });
  expect(whenComplete<{ a: number; b: number }>({ a: 1, b: undefined })).toBeUndefined();
  expect(whenAllRead([0, "", null, false])).toEqual([0, "", null, false]);
  expect(whenAllRead([1, undefined])).toBeUndefined();
  expect(whenAllRead([])).toEqual([]);
});

test("reading continues after a fault, so that all faults are reported at once (R-API-4)", () => {
  const wire = Wire.root({ name: "", units: -1, price: { value: "x" }, words: ["a", "a"] }, numberBounds);
  const parts = [
    wire.member("name").text(5),
    wire.member("units").units(),
    wire.member("price").money(),
    wire.member("words").distinctTexts(5, 5),
  ];
  expect(parts).toEqual([undefined, undefined, undefined, undefined]);
  expect(wire.faults.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
    "/name empty",
    "/units negative",
    "/price/value invalid_decimal",
    "/words/1 duplicate",
  ]);
});

test("fault codes are stable words for programs", () => {
  expect(new Set(faultCodes).size).toBe(faultCodes.length);
  expect(faultCodes.filter((code) => !/^[a-z]+(_[a-z]+)*$/.test(code))).toEqual([]);
});
