import { expect, test } from "vitest";
import { groupingOf, priceModel, toContractPrice } from "../../src/contracts/contract-price.ts";
import { metric, priceWithProduct, product } from "../rows/price.ts";

// R-CAT-1, R-MET-2: a stored price as billed: when it is charged, and how its usage is split.

const unit = { pricePerUnit: { value: "0.10" } };
const schedule = (members: Parameters<typeof priceWithProduct>[0]) =>
  toContractPrice(priceWithProduct(members), null).schedule;

test("a price is charged once, before or after its period, or by usage", () => {
  expect(schedule({})).toEqual({ kind: "recurring", interval: "monthly", terms: "advance" });
  expect(schedule({ product: product({ paymentTerms: "arrears" }) })).toMatchObject({ terms: "arrears" });
  expect(schedule({ product: product({ billingFrequency: "one-off" }), billingInterval: null })).toEqual({
    kind: "one_off",
  });
  expect(schedule({ type: "unit", pricingModel: unit, product: product({ feeType: "metered" }) })).toEqual({
    kind: "usage",
    interval: "monthly",
  });
  expect(() => schedule({ billingInterval: null })).toThrow("has no billing interval");
});

const split = (type: string, pricingModel: object = unit) => {
  const metrics = [metric({ groupBy: ["region"] }), metric({ id: "metric_2", groupBy: ["region", "size"] })];
  const sold = priceWithProduct({
    type: type as never,
    pricingModel,
    metrics,
    product: product({ feeType: "metered" }),
  });
  return toContractPrice(sold, null);
};

test("splits usage by the properties of its metrics, each once", () => {
  expect(split("unit").groupBy).toEqual(["region", "size"]);
  expect(groupingOf(split("unit"))).toEqual(["region", "size"]);
});

test("refuses an invalid stored model, and counts a trial in days", () => {
  expect(() => priceModel({ id: "price_1", type: "unit", pricingModel: {} })).toThrow("price_1 holds no unit model");
  expect(toContractPrice(priceWithProduct({ trialPeriodDays: 14 }), "Base")).toMatchObject({
    trialDays: 14,
    groupName: "Base",
    name: "Seats",
  });
});
