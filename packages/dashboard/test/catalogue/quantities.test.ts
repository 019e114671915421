import type { CreatePriceRequest } from "@counterfoil/sdk";
import { expect, test } from "vitest";
import { boundariesOfAll, quantitiesUpTo, reachOfAll } from "../../src/pages/catalogue/calculator/quantities.ts";

const price = { productId: "prod_1", currency: "EUR" } as const;
/** Tiers that end at these quantities, and a last one without an end. */
function tiered(...ends: readonly number[]): CreatePriceRequest {
  const tiers = [...ends, null].map((maxUnits, index) => ({
    minUnits: index === 0 ? 0 : (ends[index - 1] ?? 0) + 1,
    maxUnits,
    pricePerUnit: { value: "0.01" },
    fixedFee: { value: "0" },
  }));
  return { ...price, type: "graduated_tiered", graduatedTieredPricingModel: { tiers } };
}
const unit: CreatePriceRequest = { ...price, type: "unit", unitPricingModel: { pricePerUnit: { value: "0.02" } } };

test("the chart reaches beyond the start of the last tier of every price", () => {
  expect(reachOfAll([tiered(100, 1_000)], [])).toBe("1500");
  expect(reachOfAll([unit, tiered(100), tiered(1_000, 1_000_000)], [])).toBe("1500000");
});

test("the chart reaches beyond the marked usage", () => {
  // 123,456 × 1.1 = 135,801.6, rounded up to two digits.
  expect(reachOfAll([tiered(100, 1_000)], ["20", "123456"])).toBe("140000");
  expect(reachOfAll([unit], ["0"])).toBe("10000");
});

test("prices without quantities in their terms have the usual chart", () => {
  expect(reachOfAll([unit], [])).toBe("10000");
  expect(reachOfAll([], [])).toBe("10000");
});

test("boundaries of several prices are ascending and without duplicates", () => {
  expect(boundariesOfAll([tiered(100, 1_000), unit, tiered(20, 100)])).toEqual(["20", "100", "1000"]);
});

test("both sides of each boundary are among the quantities, at most 200 in all", () => {
  const { all, listed } = quantitiesUpTo("1500", ["100", "1000.5"]);
  expect(all).toEqual(expect.arrayContaining(["0", "100", "101", "1000.5", "1001", "1500"]));
  expect(all.map(Number)).toEqual(all.map(Number).toSorted((one, other) => one - other));
  expect([...listed]).toEqual(expect.arrayContaining(["0", "100", "101", "1000.5", "1001", "1500"]));
  const many = Array.from({ length: 500 }, (_, index) => String((index + 1) * 10));
  expect(quantitiesUpTo("1000000", many).all.length).toBeLessThanOrEqual(200);
});

test("a chart that ends within a tier leaves out later boundaries", () => {
  expect(quantitiesUpTo("50", ["100"]).all).not.toContain("100");
  expect(quantitiesUpTo("50", ["100"]).all.at(-1)).toBe("50");
});

test("a quantity of any size stays exact", () => {
  expect(quantitiesUpTo("90071992547409931", []).all.at(-1)).toBe("90071992547409931");
});
