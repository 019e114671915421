import { Decimal, type EventCost } from "@counterfoil/engine";
import type { CostedEarlier, ModelCostBackfillRow } from "@counterfoil/storage";
import { expect, test } from "vitest";
import { toModelCostBackfill, withFound } from "../../src/costs/model-cost-backfill.ts";

const row: ModelCostBackfillRow = {
  id: "mfill_1",
  mode: "apply",
  status: "running",
  eventName: "model_call",
  fromAt: "2026-11-01T00:00:00.000Z",
  readThrough: "25",
  through: "100",
  models: [],
  unpriced: [],
  createdAt: "2026-11-28T10:00:00.000Z",
  updatedAt: "2026-11-28T10:00:01.000Z",
  finishedAt: null,
};

function costed(model: string, amount: string, currency = "USD"): CostedEarlier["costs"][number] {
  const basis = { provider: "openai", model, catalog: "v1", catalogModel: null, modelPriceId: null };
  const cost: EventCost = {
    metricId: "",
    amount: Decimal.of(amount),
    currency,
    computed: null,
    modelCall: { ...basis, discountPercent: "0", tokens: {} },
  };
  return { sequence: "1", streamId: "1", timestamp: row.createdAt, cost };
}

const without = (model: string): CostedEarlier["unpriced"][number] => {
  return { kind: "unpriced", provider: "x", model, missing: "model", uniqueId: "a", timestamp: row.createdAt };
};

test("what is found adds up by model and currency, exactly (R-AI-1)", () => {
  const first = withFound(row, { costs: [costed("b", "0.1"), costed("a", "1")], unpriced: [without("z")] });
  const both = withFound(first, {
    costs: [costed("b", "0.2"), costed("b", "5", "EUR")],
    unpriced: [without("z"), without("y")],
  });
  expect(both.models).toEqual([
    { provider: "openai", model: "a", currency: "USD", events: 1, amount: "1" },
    { provider: "openai", model: "b", currency: "EUR", events: 1, amount: "5" },
    { provider: "openai", model: "b", currency: "USD", events: 2, amount: "0.3" },
  ]);
  expect(both.unpriced).toEqual([
    { provider: "x", model: "y", missing: "model", events: 1 },
    { provider: "x", model: "z", missing: "model", events: 2 },
  ]);
  expect(toModelCostBackfill({ ...row, ...both })).toMatchObject({
    events: 4,
    costs: [
      { currency: "USD", amount: "1.3" },
      { currency: "EUR", amount: "5" },
    ],
  });
});

test.each([
  [{ readThrough: null, through: null }, 0],
  [{}, 25],
  [{ readThrough: "0", through: "0" }, 0],
  [{ status: "done" as const }, 100],
])("%j has a progress of %d percent", (members, percent) => {
  expect(toModelCostBackfill({ ...row, ...members }).progressPercent).toBe(percent);
});
