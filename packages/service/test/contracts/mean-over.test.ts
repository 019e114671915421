import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { meanOver } from "../../src/contracts/mean-over.ts";
import { loadedContract } from "../rows/loaded-contract.ts";
import { metric, priceWithProduct, product } from "../rows/price.ts";

test("only a price that reads a level has a period over which it is averaged (R-MET-1)", () => {
  const over = (...methods: ("sum" | "weighted_sum")[]) => {
    const metrics = methods.map((method) => metric({ id: method, aggregation: { method, field: "gigabytes" } }));
    const pricingModel = { pricePerUnit: { value: "0.10" } };
    const sold = priceWithProduct({ type: "unit", pricingModel, metrics, product: product({ feeType: "metered" }) });
    const loaded = loadedContract({ prices: [sold] });
    const price = loaded.contract.versions[0]?.prices[0];
    if (price === undefined) throw new Error("the contract sells the price");
    const service = { start: Temporal.PlainDate.from("2024-02-10"), end: Temporal.PlainDate.from("2024-02-20") };
    return meanOver(loaded, price, service);
  };
  expect(over("sum")).toEqual({});
  // February in Berlin
  const february = { start: "2024-01-31T23:00:00.000Z", end: "2024-02-29T23:00:00.000Z" };
  expect(over("sum", "weighted_sum")).toEqual({ meanOver: february });
});
