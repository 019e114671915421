import { expect, test } from "vitest";

import { Decimal } from "../../src/decimal/decimal.ts";
import { rate } from "../../src/rating/rate.ts";
import type { CombinationUsage } from "../../src/rating/usage.ts";
import { euros, faultsOf, model, money, stepsOf, usage } from "./reading.ts";

const cell = (values: object, pricePerUnit: string) => ({ values, pricePerUnit: money(pricePerUnit) });
const used = (quantity: string, values: Record<string, string>): CombinationUsage => ({
  values,
  quantity: Decimal.of(quantity),
});
const cells = [cell({ region: "eu", size: "large" }, "0.20"), cell({ region: "us", size: "large" }, "0.25")];
const machines = model("matrix", { dimensions: ["region", "size"], cells, defaultPricePerUnit: money("0.10") });

test("matrix: each combination at its price, any other at the default price (R-RATE-2)", () => {
  const combinations = [
    used("100", { region: "eu", size: "large" }),
    used("10", { size: "large", region: "us" }),
    used("7", { region: "eu" }),
  ];
  const rating = rate(machines, usage("117", { combinations }));
  expect(stepsOf(rating)).toEqual([
    "region=eu, size=large: 20", // 100 × 0.20
    "region=us, size=large: 2.5", // 10 × 0.25
    "region=eu, size=(none): 0.7", // 7 × 0.10
  ]);
  expect([euros(rating), rating.quantity.toString()]).toEqual(["23.20", "117"]);
});

test("matrix: without usage nothing is charged", () => {
  const rating = rate(machines, usage("0", { combinations: [] }));
  expect([euros(rating), rating.steps]).toEqual(["0.00", []]);
});

test("matrix: a combination without a price is not charged, and the line says so", () => {
  const strict = model("matrix", { dimensions: ["region"], cells: [cell({ region: "eu" }, "1")] });
  const rating = rate(strict, usage("3", { combinations: [used("3", { region: "mars" })] }));
  expect(stepsOf(rating)).toEqual(["region=mars: 0"]);
  expect(rating.notes).toEqual([
    { code: "unpriced_combination", detail: "There is no price for region=mars: 3 are not charged." },
  ]);
});

test("matrix: a combination's negative quantity is rated as 0 separately (R-RATE-3)", () => {
  const combinations = [used("-5", { region: "eu", size: "large" }), used("2", { region: "us", size: "large" })];
  const rating = rate(machines, usage("-3", { combinations }));
  expect([euros(rating), rating.quantity.toString()]).toEqual(["0.50", "2"]);
  expect(rating.notes.map((note) => note.detail)).toEqual([
    "The quantity for region=eu, size=large of -5 is negative and is rated as 0.",
  ]);
});

test("matrix: names of JavaScript's built-in members are values like any other", () => {
  const odd = model("matrix", { dimensions: ["constructor"], cells: [cell({ constructor: "toString" }, "2")] });
  const combinations = [used("1", { constructor: "toString" }), used("1", {})];
  expect(stepsOf(rate(odd, usage("2", { combinations })))).toEqual([
    "constructor=toString: 2",
    "constructor=(none): 0",
  ]);
});

test("matrix: it cannot be rated without combinations", () => {
  expect(() => rate(machines, usage("1"))).toThrow("quantity of each combination");
});

test("matrix: reports each wrong member", () => {
  const fault = (wire: object) => faultsOf("matrix", { dimensions: ["region"], cells: [], ...wire });
  expect(fault({})).toEqual([]);
  expect(fault({ dimensions: [] })).toEqual(["/dimensions empty"]);
  expect(fault({ dimensions: ["region", "region", "", 5] })).toEqual([
    "/dimensions/1 duplicate",
    "/dimensions/2 empty",
    "/dimensions/3 invalid_type",
  ]);
  expect(fault({ dimensions: ["x".repeat(256)] })).toEqual(["/dimensions/0 too_long"]);
  expect(fault({ dimensions: Array.from({ length: 11 }, (_, position) => `d${position}`) })).toEqual([
    "/dimensions too_many",
  ]);
  expect(fault({ cells: "none" })).toEqual(["/cells invalid_type"]);
  expect(fault({ cells: [1] })).toEqual(["/cells/0 invalid_type"]);
  expect(fault({ cells: [{ values: { region: "eu" } }] })).toEqual(["/cells/0/pricePerUnit required"]);
  expect(fault({ cells: [cell({ region: 5 }, "1")] })).toEqual(["/cells/0/values/region invalid_type"]);
  expect(fault({ cells: [cell({}, "1"), cell({ region: "eu", zone: "a" }, "1")] })).toEqual([
    "/cells/0/values/region required",
    "/cells/1/values/zone unknown_member",
  ]);
  expect(fault({ cells: [{ values: [], pricePerUnit: money("1") }] })).toEqual(["/cells/0/values invalid_type"]);
  expect(fault({ cells: [cell({ region: "eu" }, "1"), cell({ region: "eu" }, "2")] })).toEqual([
    "/cells/1/values duplicate",
  ]);
  expect(fault({ defaultPricePerUnit: money("x") })).toEqual(["/defaultPricePerUnit/value invalid_decimal"]);
});
