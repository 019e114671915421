import { describe, expect, test } from "vitest";
import {
  type CostedMetric,
  type CostPrice,
  Decimal,
  type EventCost,
  eventCosts,
  isCostable,
  modelCosts,
  readModelCatalog,
} from "../../src/index.ts";

// R-COST-1: what an event costs the seller.

const tokens: CostedMetric = { metricId: "metric_2", filters: [], aggregation: { method: "sum", field: "tokens" } };
const calls: CostedMetric = { metricId: "metric_1", filters: [], aggregation: { method: "count", field: null } };
const large: CostedMetric = {
  metricId: "metric_0",
  filters: [{ operator: "and", filters: [{ field: "tokens", operator: "greater_than", value: 1_000 }] }],
  aggregation: { method: "count", field: null },
};
const JANUARY = Date.parse("2024-01-01T00:00:00Z");
const FEBRUARY = Date.parse("2024-02-01T00:00:00Z");

function price(members: Partial<Omit<CostPrice, "unitCost">> & { unitCost: string }): CostPrice {
  const defaults = { id: "cp_1", metricId: "metric_2", properties: {}, currency: "USD", from: JANUARY, until: null };
  return { ...defaults, ...members, unitCost: Decimal.of(members.unitCost) };
}

const text = (costs: readonly EventCost[]) =>
  costs.map(({ metricId, amount, currency, computed }) =>
    [metricId, amount.toCanonical(), currency, computed?.costPriceId ?? "sent"].join(" "),
  );

const event = (values: Record<string, string | number>, at = JANUARY) => ({ values, at });

describe("a sent cost", () => {
  const cost = { amount: Decimal.of("0.0125"), currency: "USD" };

  test("is all of the event's cost, for the oldest metric that counts the event", () => {
    const sent = { ...event({ tokens: 100 }), cost };
    expect(text(eventCosts(sent, [tokens, calls, large], [price({ unitCost: "1" })]))).toEqual([
      "metric_1 0.0125 USD sent",
    ]);
    expect(text(eventCosts({ ...sent, values: { tokens: 2_000 } }, [tokens, calls, large], []))).toEqual([
      "metric_0 0.0125 USD sent",
    ]);
  });

  test("belongs to no metric if none counts the event", () => {
    expect(text(eventCosts({ ...event({}), cost }, [large], []))).toEqual([" 0.0125 USD sent"]);
  });
});

describe("cost prices", () => {
  test("each metric adds quantity × unit cost, exactly", () => {
    const prices = [
      price({ unitCost: "0.0000025" }),
      price({ id: "cp_2", metricId: "metric_1", unitCost: "0.001", currency: "EUR" }),
    ];
    // 1,234 × 0.0000025 = 0.003085; a call costs 0.001.
    expect(text(eventCosts(event({ tokens: 1_234 }), [tokens, calls], prices))).toEqual([
      "metric_2 0.003085 USD cp_1",
      "metric_1 0.001 EUR cp_2",
    ]);
  });

  test("the price with the most properties applies, and of these the latest", () => {
    const prices = [
      price({ id: "any", unitCost: "1" }),
      price({ id: "model", unitCost: "2", properties: { model: "large" } }),
      price({ id: "later", unitCost: "3", properties: { model: "large" }, from: FEBRUARY }),
      price({ id: "region", unitCost: "4", properties: { model: "large", region: "eu" } }),
    ];
    const applied = (values: Record<string, string | number>, at = JANUARY) =>
      text(eventCosts(event({ tokens: 1, ...values }, at), [tokens], prices)).map((line) => line.split(" ").at(-1));
    expect(applied({ model: "small" })).toEqual(["any"]);
    expect(applied({ model: "large" })).toEqual(["model"]);
    expect(applied({ model: "large" }, FEBRUARY - 1)).toEqual(["model"]);
    expect(applied({ model: "large" }, FEBRUARY)).toEqual(["later"]);
    expect(applied({ model: "large", region: "eu" }, FEBRUARY)).toEqual(["region"]);
  });

  test("of two that match other properties from the same instant, the newer one applies", () => {
    const prices = [
      price({ id: "cp_1", unitCost: "1", properties: { model: "large" } }),
      price({ id: "cp_2", unitCost: "2", properties: { region: "eu" } }),
    ];
    const costs = eventCosts(event({ tokens: 1, model: "large", region: "eu" }), [tokens], prices);
    expect(text(costs)).toEqual(["metric_2 2 USD cp_2"]);
  });

  test("an end is exclusive, and before the first price nothing applies", () => {
    const prices = [price({ unitCost: "1", until: FEBRUARY })];
    const count = (at: number) => eventCosts(event({ tokens: 1 }, at), [tokens], prices).length;
    expect([JANUARY - 1, JANUARY, FEBRUARY - 1, FEBRUARY].map(count)).toEqual([0, 1, 1, 0]);
  });

  test("values are compared as text, so 1 matches a price for 1", () => {
    const prices = [price({ unitCost: "1", properties: { tier: "1" } })];
    expect(eventCosts(event({ tokens: 1, tier: 1 }), [tokens], prices)).toHaveLength(1);
    expect(eventCosts(event({ tokens: 1, tier: "1.0" }), [tokens], prices)).toHaveLength(0);
  });

  test("an event that the metric does not count or cannot read costs nothing", () => {
    const prices = [price({ unitCost: "1" }), price({ id: "cp_2", metricId: "metric_0", unitCost: "1" })];
    expect(eventCosts(event({ tokens: "many" }), [tokens], prices)).toEqual([]);
    expect(eventCosts(event({}), [tokens, large], prices)).toEqual([]);
  });

  test("a price that applies to a quantity of zero is known to apply", () => {
    expect(text(eventCosts(event({ tokens: 0 }), [tokens], [price({ unitCost: "2" })]))).toEqual([
      "metric_2 0 USD cp_1",
    ]);
  });

  test("a unit cost of zero is known to be zero", () => {
    expect(text(eventCosts(event({ tokens: 5 }), [tokens], [price({ unitCost: "0" })]))).toEqual([
      "metric_2 0 USD cp_1",
    ]);
  });

  test("only sums and counts have a quantity for each event", () => {
    const max: CostedMetric = { ...tokens, aggregation: { method: "max", field: "tokens" } };
    expect(eventCosts(event({ tokens: 5 }), [max], [price({ unitCost: "1" })])).toEqual([]);
    expect([tokens, calls, max].map(({ aggregation }) => isCostable(aggregation))).toEqual([true, true, false]);
  });
});

test("of two prices with the same properties and beginning, the one created later applies", () => {
  const prices = [price({ id: "cp_1", unitCost: "1" }), price({ id: "cp_2", unitCost: "2" })];
  expect(text(eventCosts(event({ tokens: 3 }), [tokens], prices))).toEqual(["metric_2 6 USD cp_2"]);
});

describe("model calls", () => {
  const catalog = readModelCatalog(
    `[{"id": "p", "models": [{"id": "m", "match": {"equals": "m"}, "prices": {"input_mtok": 2}}]}]`,
    "1",
  );
  const pricing = { catalog, own: [], batchDiscountPercent: Decimal.zero };
  const values = { provider: "p", model: "m", input_tokens: 500_000 };

  test("the cost belongs to the oldest metric that counts the event", () => {
    const { costs, unpriced } = modelCosts(event(values), [tokens, calls, large], pricing);
    expect([text(costs), costs[0]?.modelCall?.catalog, unpriced]).toEqual([["metric_1 1 USD sent"], "1", undefined]);
    expect(text(modelCosts(event(values), [large], pricing).costs)).toEqual([" 1 USD sent"]);
  });

  test("a model without a price has no cost and is reported", () => {
    expect(modelCosts(event({ ...values, model: "x" }), [calls], pricing)).toEqual({
      costs: [],
      unpriced: { kind: "unpriced", provider: "p", model: "x", missing: "model" },
    });
  });
});
