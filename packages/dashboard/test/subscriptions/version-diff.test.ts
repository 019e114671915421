import type { Price } from "@counterfoil/sdk";
import { describe, expect, test } from "vitest";
import { compareLines } from "../../src/pages/subscriptions/version-diff.ts";

function seats(id: string, productId: string, pricePerUnit: string, units: number): Price {
  return {
    id,
    type: "fixed",
    productId,
    metricIds: [],
    billingInterval: "monthly",
    currency: "EUR",
    fixedPricingModel: { pricePerUnit: { value: pricePerUnit }, units, total: { value: pricePerUnit } },
    discount: null,
    trialPeriodDays: null,
    minimumSpend: null,
    maximumSpend: null,
    taxRateIds: [],
    replacesPriceId: null,
    replacedByPriceId: null,
    archivedAt: null,
    createdAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-01T00:00:00.000Z",
  };
}

describe("two versions line by line", () => {
  test("another price of the same product is a change, shown field by field", () => {
    const [line] = compareLines([seats("p1", "seats", "10.00", 5)], [seats("p2", "seats", "10.00", 8)]);
    expect(line?.kind).toBe("changed");
    expect(line?.fields).toEqual([{ name: "Units", before: "5", after: "8" }]);
  });

  test("an amount has its currency, a quantity its groups, and a dimension called value is no amount", () => {
    const matrix = (id: string, value: string, pricePerUnit: string): Price => {
      const { fixedPricingModel: _fixed, ...rest } = seats(id, "calls", "1", 1);
      const cells = [{ values: { value }, pricePerUnit: { value: pricePerUnit } }];
      const matrixPricingModel = { dimensions: ["value"], cells, defaultPricePerUnit: null };
      return { ...rest, type: "matrix", minimumSpend: null, matrixPricingModel };
    };
    const [seat] = compareLines([seats("p1", "seats", "1000.00", 5)], [seats("p2", "seats", "1200.50", 12_000)]);
    expect(seat?.fields).toEqual([
      { name: "Price per unit", before: "€1,000.00", after: "€1,200.50" },
      { name: "Units", before: "5", after: "12,000" },
      { name: "Total", before: "€1,000.00", after: "€1,200.50" },
    ]);
    const [cell] = compareLines([matrix("p1", "eu", "0.0033")], [matrix("p2", "us", "0.004")]);
    expect(cell?.fields).toEqual([
      { name: "Cell 1 values value", before: "eu", after: "us" },
      { name: "Cell 1 price per unit", before: "€0.0033", after: "€0.004" },
    ]);
  });

  test("prices no longer sold are removed, and new ones are added", () => {
    const kinds = compareLines([seats("p1", "seats", "10.00", 5)], [seats("p2", "support", "99.00", 1)]);
    expect(kinds.map(({ kind, before, after }) => [kind, (after ?? before)?.id])).toEqual([
      ["removed", "p1"],
      ["added", "p2"],
    ]);
  });

  test("if one of two prices of a product stays, it is the same line", () => {
    const [first, second] = [seats("p1", "seats", "10.00", 5), seats("p2", "seats", "8.00", 20)];
    const kinds = compareLines([first, second], [second, seats("p3", "seats", "9.00", 5)]);
    expect(kinds.map(({ kind, before, after }) => [kind, before?.id, after?.id])).toEqual([
      ["changed", "p1", "p3"],
      ["same", "p2", "p2"],
    ]);
  });

  test("tiers are named by their position, in addition to a discount", () => {
    const tiered = (id: string, second: string, discount: Price["discount"]): Price => {
      const { fixedPricingModel: _fixed, ...rest } = seats(id, "calls", "1", 1);
      const tier = (minUnits: number, maxUnits: number | null, price: string) => ({
        minUnits,
        maxUnits,
        pricePerUnit: { value: price },
        fixedFee: { value: "0" },
      });
      return {
        ...rest,
        type: "tiered",
        discount,
        tieredPricingModel: { tiers: [tier(0, 100, "0.05"), tier(101, null, second)] },
      };
    };
    const off = {
      discountType: "percentage" as const,
      amount: { value: "10" },
      periodLength: null,
      periodType: null,
      endDate: null,
    };
    const [line] = compareLines([tiered("p1", "0.04", null)], [tiered("p2", "0.03", off)]);
    expect(line?.fields).toEqual([
      { name: "Tier 2 price per unit", before: "€0.04", after: "€0.03" },
      { name: "Discount discount type", before: null, after: "percentage" },
      { name: "Discount amount", before: null, after: "10%" },
    ]);
  });
});
