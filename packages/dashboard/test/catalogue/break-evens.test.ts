import type { PreviewPricesResult } from "@counterfoil/sdk";
import { expect, test } from "vitest";
import { crossingsOf } from "../../src/pages/catalogue/calculator/break-evens.ts";

function answer(...amounts: readonly (readonly string[])[]): PreviewPricesResult {
  return {
    prices: amounts.map((list, place) => ({
      priceId: `price_${place}`,
      type: "unit",
      currency: "EUR",
      points: list.map((amount, index) => ({
        quantity: String(index * 100),
        amount,
        unitPrice: null,
        tier: null,
        notes: [],
      })),
    })),
  };
}

test("finds a crossing between the neighbors where the cheaper price changes, and which is cheaper after it", () => {
  expect(crossingsOf(answer(["50", "50", "50"], ["0", "30", "60"]))).toEqual([
    { from: "100", to: "200", amounts: ["50", "60"], cheaperAfter: 0 },
  ]);
});

test("prices that only touch do not cross", () => {
  expect(crossingsOf(answer(["50", "50", "50"], ["0", "50", "20"]))).toEqual([]);
});

test("a crossing includes all quantities at which both prices cost the same", () => {
  expect(crossingsOf(answer(["10", "20", "20", "30"], ["5", "20", "20", "40"]))).toMatchObject([
    { from: "0", to: "300", cheaperAfter: 0 },
  ]);
});
