import { describe, expect, test } from "vitest";
import {
  CatalogFault,
  Decimal,
  modelCallCost,
  type ModelPricing,
  type OwnModelPrice,
  readModelCatalog,
} from "../../src/index.ts";

// R-AI-1: what a model call costs, from a catalog and from an organization's own prices.

const CATALOG = `{"version": "test 1", "providers": [
  {"id": "openai", "models": [
    {"id": "gpt-5", "match": {"or": [{"equals": "gpt-5"}, {"starts_with": "gpt-5-2025"}]},
      "prices": {"input_mtok": 1.25, "cache_read_mtok": 0.125, "output_mtok": 10}},
    {"id": "embedding", "match": {"regex": "^text-embedding-\\\\d+$"}, "prices": {"input_mtok": 0.02}},
    {"id": "flat", "match": {"equals": "flat"}, "prices": {}}
  ]},
  {"id": "anthropic", "provider_match": {"contains": "anthropic"}, "models": [
    {"id": "opus", "match": {"and": [{"contains": "opus"}, {"ends_with": "4-6"}]}, "prices": [
      {"prices": {"input_mtok": {"base": 5, "tiers": [{"start": 200000, "price": 10}]}, "output_mtok": 25}},
      {"constraint": {"start_date": "2026-03-13"}, "prices": {"input_mtok": 5, "cache_write_mtok": 6.25, "output_mtok": 25}}
    ]}
  ]},
  {"id": "perplexity", "models": [
    {"id": "sonar", "match": {"equals": "sonar"},
      "prices": {"input_mtok": 0.18000000000000002, "output_mtok": 8, "output_reasoning_mtok": 3}}
  ]},
  {"id": "deepseek", "models": [
    {"id": "chat", "match": {"equals": "chat"}, "prices": [
      {"prices": {"input_mtok": 0.135}},
      {"constraint": {"start_time": "00:30:00Z", "end_time": "16:30:00Z"}, "prices": {"input_mtok": 0.27}}
    ]},
    {"id": "night", "match": {"equals": "night"}, "prices": [
      {"prices": {"input_mtok": 2}},
      {"constraint": {"start_time": "16:30:00Z", "end_time": "00:30:00Z"}, "prices": {"input_mtok": 1}}
    ]}
  ]},
  {"id": "azure", "fallback_model_providers": ["openai"], "models": [
    {"id": "own", "match": {"equals": "own"}, "prices": {"input_mtok": 1}}
  ]}
]}`;

const catalog = readModelCatalog(CATALOG, "unused");
const pricing = (own: readonly OwnModelPrice[] = []): ModelPricing => {
  return { catalog, own, batchDiscountPercent: Decimal.of("50") };
};
const FEBRUARY = "2026-02-01T12:00:00Z";
const APRIL = "2026-04-01T12:00:00Z";

/** Amount, currency and where the price is from, or what is missing. */
function costOf(values: Record<string, string | number | boolean>, at = FEBRUARY, own: readonly OwnModelPrice[] = []) {
  const cost = modelCallCost({ values, at: Date.parse(at) }, pricing(own));
  if (cost.kind === "unpriced") return `no price of ${cost.missing}`;
  const { catalogModel, modelPriceId } = cost.basis;
  return `${cost.amount.toCanonical()} ${cost.currency} ${catalogModel ?? modelPriceId}`;
}

const gpt = (values: Record<string, string | number | boolean>) => ({ provider: "openai", model: "gpt-5", ...values });

describe("the catalog", () => {
  test("each kind of tokens has its price, exactly", () => {
    // (1,000 × 1.25 + 500 × 0.125 + 20 × 1.25 + 300 × 10 + 700 × 10) ÷ 1,000,000; cache writes cost what input costs,
    // and reasoning what output costs.
    const values = gpt({
      input_tokens: 1_000,
      cached_input_tokens: 500,
      cache_write_tokens: 20,
      output_tokens: "300",
      reasoning_tokens: 700,
    });
    expect(costOf(values)).toBe("0.0113375 USD openai/gpt-5");
    // 1,000,000 × 0.18 + 1,000,000 × 3, without the trace of binary arithmetic in the data.
    const sonar = { provider: "perplexity", model: "sonar", input_tokens: 1_000_000, reasoning_tokens: 1_000_000 };
    expect(costOf(sonar)).toBe("3.18 USD perplexity/sonar");
  });

  test("the cost says what it was computed from", () => {
    const cost = modelCallCost({ values: gpt({ input_tokens: 8, batch: true }), at: Date.parse(FEBRUARY) }, pricing());
    expect(cost).toMatchObject({
      basis: {
        provider: "openai",
        model: "gpt-5",
        catalog: "test 1",
        catalogModel: "openai/gpt-5",
        modelPriceId: null,
        discountPercent: "50",
        tokens: { input: { tokens: "8", price: "1.25" } },
      },
    });
  });

  test("names are matched without regard to case, by the rules of the data and in other providers", () => {
    const tokens = { input_tokens: 1_000_000 };
    expect(costOf({ provider: " OpenAI", model: "GPT-5-2025-08-07", ...tokens })).toBe("1.25 USD openai/gpt-5");
    expect(costOf({ provider: "openai", model: "text-embedding-3", ...tokens })).toBe("0.02 USD openai/embedding");
    expect(costOf({ provider: "vertex.anthropic", model: "claude-opus-4-6", ...tokens })).toBe("10 USD anthropic/opus");
    expect(costOf({ provider: "azure", model: "gpt-5", ...tokens })).toBe("1.25 USD openai/gpt-5");
    expect(costOf({ provider: "azure", model: "own", ...tokens })).toBe("1 USD azure/own");
  });

  test("prices are dated, may depend on the length of the prompt, and on the time of day", () => {
    const opus = (input_tokens: number) => ({
      provider: "anthropic",
      model: "opus-4-6",
      input_tokens,
      output_tokens: 0,
    });
    expect(costOf(opus(200_000))).toBe("1 USD anthropic/opus"); // 200,000 × 5
    expect(costOf(opus(200_001))).toBe("2.00001 USD anthropic/opus"); // 200,001 × 10
    expect(costOf(opus(200_001), "2026-03-12T23:59:59Z")).toBe("2.00001 USD anthropic/opus");
    expect(costOf(opus(200_001), "2026-03-13T00:00:00Z")).toBe("1.000005 USD anthropic/opus"); // 200,001 × 5
    // The whole prompt counts: 100,000 + 100,001 cached.
    const cached = { ...opus(100_000), cached_input_tokens: 100_001 };
    expect(costOf(cached)).toBe("2.00001 USD anthropic/opus");
    const chat = (model: string, at: string) => costOf({ provider: "deepseek", model, input_tokens: 1_000_000 }, at);
    expect(chat("chat", "2026-02-01T00:29:59Z")).toBe("0.135 USD deepseek/chat");
    expect(chat("chat", "2026-02-01T00:30:00Z")).toBe("0.27 USD deepseek/chat");
    expect(chat("chat", "2026-02-01T16:30:00Z")).toBe("0.135 USD deepseek/chat");
    expect(chat("night", "2026-02-01T23:00:00Z")).toBe("1 USD deepseek/night");
    expect(chat("night", "2026-02-01T00:10:00Z")).toBe("1 USD deepseek/night");
    expect(chat("night", "2026-02-01T12:00:00Z")).toBe("2 USD deepseek/night");
  });

  test("calls in a batch have the discount", () => {
    expect(costOf(gpt({ input_tokens: 1_000_000, batch: true }))).toBe("0.625 USD openai/gpt-5");
    expect(costOf(gpt({ input_tokens: 1_000_000, batch: "true" }))).toBe("0.625 USD openai/gpt-5");
    expect(costOf(gpt({ input_tokens: 1_000_000, batch: false }))).toBe("1.25 USD openai/gpt-5");
  });

  test("what has no price is named, and never costs a part", () => {
    expect(costOf({ provider: "openai", model: "gpt-99", input_tokens: 1 })).toBe("no price of model");
    expect(costOf({ provider: "nowhere", model: "gpt-5", input_tokens: 1 })).toBe("no price of model");
    expect(costOf({ model: "gpt-5", input_tokens: 1 })).toBe("no price of model");
    expect(costOf({ provider: "openai", model: "flat", input_tokens: 1 })).toBe("no price of model");
    expect(costOf({ provider: "openai", model: "text-embedding-3", input_tokens: 5, reasoning_tokens: 1 })).toBe(
      "no price of output",
    );
    expect(costOf(gpt({ input_tokens: "many" }))).toBe("no price of tokens");
    expect(costOf(gpt({ input_tokens: -1 }))).toBe("no price of tokens");
    expect(costOf(gpt({ total_tokens: 12 }))).toBe("no price of tokens");
    expect(costOf(gpt({ input_tokens: 0, output_tokens: 0 }))).toBe("0 USD openai/gpt-5");
  });
});

describe("own prices", () => {
  const own = (members: Partial<OwnModelPrice> & { id: string; input: string }): OwnModelPrice => ({
    provider: "openai",
    model: "gpt-5",
    currency: "EUR",
    batchDiscountPercent: null,
    from: Date.parse("2026-01-01T00:00:00Z"),
    until: null,
    rates: { input: Decimal.of(members.input), output: Decimal.of("9") },
    ...members,
  });
  const million = gpt({ input_tokens: 1_000_000 });

  test("replace the catalog's while they are in force", () => {
    const prices = [own({ id: "a", input: "1", until: Date.parse("2026-03-01T00:00:00Z") })];
    expect(costOf(million, FEBRUARY, prices)).toBe("1 EUR a");
    expect(costOf(million, "2026-03-01T00:00:00Z", prices)).toBe("1.25 USD openai/gpt-5");
    expect(costOf(million, "2025-12-31T23:59:59Z", prices)).toBe("1.25 USD openai/gpt-5");
  });

  test("a whole name is before a beginning, a longer beginning before a shorter one, and of these the latest", () => {
    const prices = [
      own({ id: "all", input: "4", model: "*" }),
      own({ id: "family", input: "3", model: "GPT-5*" }),
      own({ id: "old", input: "2" }),
      own({ id: "new", input: "1", from: Date.parse("2026-03-01T00:00:00Z") }),
    ];
    expect(costOf(million, FEBRUARY, prices)).toBe("2 EUR old");
    expect(costOf(million, APRIL, prices)).toBe("1 EUR new");
    expect(costOf({ ...million, model: "gpt-5-mini" }, APRIL, prices)).toBe("3 EUR family");
    expect(costOf({ ...million, model: "own-model" }, APRIL, prices)).toBe("4 EUR all");
    expect(costOf({ ...million, provider: "other" }, APRIL, prices)).toBe("no price of model");
  });

  test("may have their own discount for batches", () => {
    const prices = [own({ id: "a", input: "1", batchDiscountPercent: Decimal.of("12.5") })];
    expect(costOf({ ...million, batch: true }, FEBRUARY, prices)).toBe("0.875 EUR a"); // 1 × 87.5 %
    expect(costOf({ ...million, batch: true }, FEBRUARY, [own({ id: "a", input: "1" })])).toBe("0.5 EUR a");
  });
});

const dated = (constraint: string) =>
  `[{"id": "a", "models": [{"id": "b", "match": {"equals": "b"}, "prices": [{"constraint": ${constraint}, "prices": {}}]}]}]`;

test("null stands for a missing member, and a model may have no prices", () => {
  const text = `[{"id": "a", "provider_match": null, "fallback_model_providers": null, "models": [
    {"id": "none", "match": {"equals": "none"}, "prices": []},
    {"id": "late", "match": {"equals": "late"}, "prices": [
      {"constraint": {"start_date": "2026-03-01"}, "prices": {"input_mtok": 3, "output_mtok": null}},
      {"constraint": {"start_date": "2026-04-01"}, "prices": {"input_mtok": 4}}
    ]},
    {"id": "tiers", "match": {"equals": "tiers"}, "prices": {"input_mtok": {"base": 6,
      "tiers": [{"start": 900000, "price": 8}, {"start": 2000000, "price": 9}, {"start": 100, "price": 7}]}}},
    {"id": "always", "match": {"equals": "always"}, "prices": [{"constraint": null, "prices": {"input_mtok": 5}}]}
  ]}, {"id": "b", "fallback_model_providers": ["gone", "a"], "models": []}]`;
  const own = { ...pricing(), catalog: readModelCatalog(text, "named") };
  const costAt = (model: string, at: string, provider = "a") => {
    const cost = modelCallCost({ values: { provider, model, input_tokens: 1_000_000 }, at: Date.parse(at) }, own);
    return cost.kind === "priced" ? `${cost.amount.toCanonical()} ${cost.basis.catalog}` : cost.missing;
  };
  expect(costAt("none", FEBRUARY)).toBe("model");
  expect(costAt("late", FEBRUARY)).toBe("3 named"); // The first price, as no condition holds.
  expect(costAt("late", APRIL)).toBe("4 named");
  expect(costAt("tiers", APRIL)).toBe("8 named"); // The tiers are in any order.
  expect(costAt("always", "1969-12-31T00:00:00Z")).toBe("5 named");
  expect(costAt("always", APRIL, "b")).toBe("5 named");
  expect(costAt("other", APRIL, "b")).toBe("model");
});

test("of two prices with the same name and beginning, the later created applies", () => {
  const prices = ["a", "b"].map((id): OwnModelPrice => {
    const rates = { input: Decimal.one };
    const members = { provider: "x", model: "y", currency: "USD", batchDiscountPercent: null, from: 0, until: null };
    return { id, rates, ...members };
  });
  expect(costOf({ provider: "x", model: "y", input_tokens: 1_000_000 }, APRIL, prices)).toBe("1 USD b");
});

test.each([
  ["[", "the file is not JSON"],
  ["5", "the file must be an object"],
  ["[]", "/providers must not be empty"],
  [
    `[{"id": "a", "models": [{"id": "b", "match": {"like": "b"}, "prices": {}}]}]`,
    "/providers/0/models/0/match must be one",
  ],
  [
    `[{"id": "a", "models": [{"id": "b", "match": {"equals": "b"}, "prices": {"input_mtok": -1}}]}]`,
    "input_mtok must be",
  ],
  [
    `[{"id": "a", "models": [{"id": "b", "match": {"equals": "b"}, "prices": {"input_mtok": "1"}}]}]`,
    "input_mtok must be",
  ],
  [
    `[{"id": "a", "models": [{"id": "b", "match": {"regex": "("}, "prices": {}}]}]`,
    "regex is not a regular expression",
  ],
  [`[{"id": "", "models": []}]`, "/providers/0/id must be text"],
  [`[{"id": "a", "models": {}}]`, "/providers/0/models must be a list"],
  [`[{"id": "a", "models": [5]}]`, "/providers/0/models/0 must be an object"],
  [
    `[{"id": "a", "models": [{"id": "b", "match": {"equals": "b", "contains": "c"}, "prices": {}}]}]`,
    "must have one member",
  ],
  [`[{"id": "a", "models": [{"id": "b", "match": {}, "prices": {}}]}]`, "must be one of"],
  [
    `[{"id": "a", "models": [{"id": "b", "match": {"equals": "b"}, "prices": {"input_mtok": {"base": "1", "tiers": []}}}]}]`,
    "/input_mtok/base must be a number of zero or more",
  ],
  [
    `[{"id": "a", "models": [{"id": "b", "match": {"equals": "b"}, "prices": {"input_mtok": 1e999}}]}]`,
    "input_mtok must be",
  ],
  [dated(`{"start_date": "soon"}`), "start_date must be a date such as 2026-03-13"],
  [dated(`{"start_date": 5}`), "start_date must be a date such as 2026-03-13"],
  [dated(`{"start_time": "16:30", "end_time": "00:30:00Z"}`), "must have a start_date, or times such as 16:30:00Z"],
])("a file that cannot be read names the place: %s", (text, message) => {
  expect(() => readModelCatalog(text, "x")).toThrow(CatalogFault);
  expect(() => readModelCatalog(text, "x")).toThrow(message);
});
