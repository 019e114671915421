import type { CostPriceRow, MetricRow } from "@counterfoil/storage";
import { expect, test } from "vitest";
import { costPriceFaults, endFaults } from "../../src/costs/cost-price-faults.ts";
import { toCostPrice } from "../../src/costs/cost-price.ts";

// R-COST-1: what a cost price must have.

const at = "2024-01-01T00:00:00.000Z";
const row: CostPriceRow = {
  id: "cost_1",
  metricId: "metric_1",
  properties: {},
  unitCost: "0.5",
  currency: "USD",
  validFrom: at,
  validUntil: null,
  backfillThrough: "7",
  backfilledThrough: null,
  createdAt: at,
  updatedAt: at,
};
const metric = (method: string) => ({ aggregation: { method, field: "n" } }) as MetricRow;
const codes = (price: CostPriceRow, of: MetricRow | undefined) =>
  costPriceFaults(price, of).map(({ pointer, code }) => `${pointer} ${code}`);

test("counts and sums have a cost for each event, other methods and unknown metrics do not", () => {
  expect(codes(row, metric("sum"))).toEqual([]);
  expect(codes(row, metric("count"))).toEqual([]);
  expect(codes(row, metric("average"))).toEqual(["/metricId wrong_method"]);
  expect(codes(row, undefined)).toEqual(["/metricId unknown_metric"]);
});

test("all faults are named at once", () => {
  expect(codes({ ...row, currency: "XXQ", unitCost: "-0.1", validUntil: at }, metric("sum"))).toEqual([
    "/currency unknown_currency",
    "/validUntil not_after_start",
    "/unitCost below_minimum",
  ]);
});

test("an end must be later than the beginning", () => {
  expect(endFaults({ ...row, validUntil: "2024-01-01T00:00:00.001Z" })).toEqual([]);
  expect(endFaults({ ...row, validUntil: at })).toHaveLength(1);
});

test("shows whether earlier events have their costs, and not how far the worker is", () => {
  expect(toCostPrice(row)).toMatchObject({ id: "cost_1", isApplied: false });
  expect(toCostPrice(row)).not.toHaveProperty("backfillThrough");
  expect(toCostPrice({ ...row, backfillThrough: null }).isApplied).toBe(true);
});
