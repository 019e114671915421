import type { ExplainInvoiceLineResult } from "@counterfoil/sdk";
import { expect, test } from "vitest";
import { ladderOf } from "../../src/pages/invoices/explain/ladder.ts";

const tier = (maxUnits: number | null, price: string) => ({
  minUnits: 0,
  maxUnits,
  pricePerUnit: { value: price },
  fixedFee: { value: "0" },
});

const explained = {
  price: {
    id: "price_1",
    type: "graduated_tiered",
    pricingModel: { tiers: [tier(100, "0.15"), tier(500, "0.10"), tier(null, "0.05")] },
    termsHash: "",
  },
  usage: { quantity: "300" },
  steps: [
    { kind: "unit_price", text: "tier 1 (up to 100): 100 × 0.15 = 15", operands: { quantity: "100" }, result: "15" },
    { kind: "unit_price", text: "tier 2 (up to 500): 200 × 0.1 = 20", operands: { quantity: "200" }, result: "20" },
    { kind: "sum", text: "together = 35", operands: {}, result: "35" },
  ],
} as unknown as ExplainInvoiceLineResult;

test("each rung has the results of its steps, and how far the quantity fills it", () => {
  expect(ladderOf(explained)?.rungs).toMatchObject([
    { from: "0", upTo: "100", quantity: "100", results: ["15"], fill: "1", isReached: true },
    { from: "100", upTo: "500", quantity: "200", results: ["20"], fill: "0.5", isReached: true },
    { from: "500", upTo: null, quantity: null, results: [], fill: "0", isReached: false },
  ]);
});

test("a price without tiers has no ladder", () => {
  expect(ladderOf({ ...explained, price: null })).toBeNull();
});
