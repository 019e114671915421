import { findFloats, isPackageSource, parse, print, readRepository } from "@counterfoil/testkit/house-rules";
import { expect, test } from "vitest";

const engine = readRepository((path) => isPackageSource(path) && path.startsWith("packages/engine/")).map(parse);

test("no float holds money or a billable quantity in the engine", () => {
  expect(engine.length).toBeGreaterThan(20);
  expect(print(findFloats(engine))).toEqual([]);
});

test.each([
  'parseFloat("1.5")',
  "Number(amount)",
  "Math.round(cents)",
  "(total / 100).toFixed(2)",
  "Math.floor(total).toFixed(2)",
  "+text",
  "interface Line { readonly amount: number }",
  "function rate(unitPrice: number) {}",
])("%s is found", (text) => {
  expect(findFloats([parse({ path: "packages/engine/src/planted.ts", text })])).toHaveLength(1);
});

test("a decimal may print itself with two decimals", () => {
  expect(findFloats([parse({ path: "packages/engine/src/planted.ts", text: "amount.toFixed(2)" })])).toEqual([]);
});
