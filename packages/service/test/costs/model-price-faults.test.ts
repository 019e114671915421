import type { ModelPriceRow } from "@counterfoil/storage";
import { expect, test } from "vitest";
import { instantOf } from "../../src/costs/instant-of.ts";
import { applyModelCosts, discountFaults, modelCostFaults } from "../../src/costs/model-cost-setting.ts";
import { modelPriceFaults } from "../../src/costs/model-price-faults.ts";
import { exact, priceColumns, toModelPrice } from "../../src/costs/model-price.ts";

// R-AI-1: what a price of a model and the setting must have.

const at = "2026-01-01T00:00:00.000Z";
const row: ModelPriceRow = {
  id: "mprice_1",
  provider: "openai",
  model: "gpt-5*",
  currency: "USD",
  ...priceColumns({ input: "1.10", output: 8 }),
  batchDiscountPercent: null,
  validFrom: at,
  validUntil: null,
  createdAt: at,
  updatedAt: at,
};
const codes = (members: Partial<ModelPriceRow>) =>
  modelPriceFaults({ ...row, ...members }).map(({ pointer, code }) => `${pointer} ${code}`);

test("a price needs input or output, prices of zero or more, and * only at the end", () => {
  expect(codes({})).toEqual([]);
  expect(codes({ inputPrice: null })).toEqual([]);
  expect(codes({ inputPrice: null, outputPrice: null })).toEqual(["/prices required"]);
  expect(codes({ reasoningPrice: "-1", cachedInputPrice: "0" })).toEqual(["/prices/reasoning below_minimum"]);
  expect(codes({ model: "gpt*5" })).toEqual(["/model wrong_format"]);
  expect(codes({ currency: "XXQ", batchDiscountPercent: "100.1", validUntil: at })).toEqual([
    "/currency unknown_currency",
    "/validUntil not_after_start",
    "/batchDiscountPercent out_of_range",
  ]);
});

test("digits are kept, and a kind that is not sent has no price", () => {
  const prices = { input: "1.10", cachedInput: null, cacheWrite: null, output: "8", reasoning: null };
  expect(toModelPrice(row)).toMatchObject({ id: "mprice_1", prices });
  expect([exact("1.50"), exact(0.3), exact(null), exact(undefined)]).toEqual(["1.50", "0.3", null, null]);
});

test("the setting has defaults, keeps what is not sent, and null turns it off", () => {
  const defaults = { eventName: "model_call", batchDiscountPercent: "50" };
  expect(applyModelCosts(null, {})).toEqual(defaults);
  expect(applyModelCosts(defaults, { batchDiscountPercent: 25 })).toEqual({ ...defaults, batchDiscountPercent: "25" });
  expect(applyModelCosts(defaults, { eventName: "llm" })).toEqual({ ...defaults, eventName: "llm" });
  expect(applyModelCosts(defaults, null)).toBeNull();
  expect([modelCostFaults(null), modelCostFaults(defaults)]).toEqual([[], []]);
  expect(modelCostFaults({ ...defaults, batchDiscountPercent: "-1" })).toEqual([
    {
      pointer: "/modelCosts/batchDiscountPercent",
      code: "out_of_range",
      detail: "modelCosts.batchDiscountPercent is -1. Use a percentage from 0 to 100, such as 50.",
    },
  ]);
  expect([discountFaults("/x", "0"), discountFaults("/x", "100")]).toEqual([[], []]);
});

test("a date is the start of its day in the zone", () => {
  expect(instantOf("Europe/Berlin", "2026-03-01")).toBe("2026-02-28T23:00:00.000Z");
  expect([instantOf("UTC", null), instantOf("UTC", undefined)]).toEqual([null, null]);
});
