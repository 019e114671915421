import Type, { type TSchema } from "typebox";
import { currency, decimal, instant, instantInput, name, nullable, oneOf, record, timestamps } from "./schema.ts";

const decimalInput = (description: string, example: string) =>
  Type.Unsafe<string | number>({ type: ["string", "number"], format: "decimal", description, examples: [example] });

const KINDS = {
  input: "Input tokens that are not cached.",
  cachedInput: "Input tokens read from a cache. Without a price, they cost what input costs.",
  cacheWrite: "Input tokens written to a cache. Without a price, they cost what input costs.",
  output: "Output tokens without reasoning.",
  reasoning: "Reasoning tokens. Without a price, they cost what output costs.",
};

function perKind<Price extends TSchema>(price: (description: string) => Price) {
  return {
    input: price(KINDS.input),
    cachedInput: price(KINDS.cachedInput),
    cacheWrite: price(KINDS.cacheWrite),
    output: price(KINDS.output),
    reasoning: price(KINDS.reasoning),
  };
}

const tokenPrices = record(
  perKind((description) => nullable(Type.String({ ...decimal, description }))),
  { title: "TokenPrices", description: "What a million tokens of each kind cost." },
);
const tokenPricesInput = record(
  perKind((description) => Type.Optional(decimalInput(description, "2.50"))),
  {
    title: "TokenPricesInput",
    description: "What a million tokens of each kind cost. `input`, `output` or both are required.",
  },
);

const provider = name("The `provider` of the events, without regard to case.");
const model = name("The `model` of the events, without regard to case, or the beginning of names with `*` at the end.");
const discount = "The discount of calls with the property `batch: true`, in percent.";

export const modelPrice = record(
  {
    id: Type.String(),
    provider: Type.String({ examples: ["openai"] }),
    model: Type.String({ examples: ["gpt-5*"] }),
    currency,
    prices: tokenPrices,
    batchDiscountPercent: nullable(
      Type.String({
        ...decimal,
        description: `${discount} Null: the organization's \`modelCosts.batchDiscountPercent\`.`,
      }),
    ),
    validFrom: instant,
    validUntil: nullable(Type.String({ format: "date-time", description: "Null: until a later price replaces it." })),
    ...timestamps,
  },
  { title: "ModelPrice" },
);

const untilInput = nullable({
  ...instantInput,
  description: "The end, exclusive: a timestamp, or a date in the organization's time zone. Null: no end.",
});

export const modelPriceCreation = record({
  provider,
  model,
  currency: Type.Optional({ ...currency, default: "USD" }),
  prices: tokenPricesInput,
  batchDiscountPercent: Type.Optional(decimalInput(`${discount} By default the organization's.`, "50")),
  validFrom: Type.Optional({
    ...instantInput,
    description: "A timestamp, or a date in the organization's time zone. Defaults to now; may be in the past.",
  }),
  validUntil: Type.Optional(untilInput),
});

export const modelPriceChange = record({ validUntil: Type.Optional(untilInput) });

export const catalogQuestion = Type.Object({
  provider: name("The provider, as events name it."),
  model: name("The model, as events name it."),
  at: Type.Optional({
    ...instantInput,
    description: "When: a timestamp, or a date in the organization's time zone. Defaults to now.",
  }),
  promptTokens: Type.Optional(
    Type.String({
      pattern: "^\\d{1,9}$",
      description: "The length of the prompt. Some models cost more for long prompts.",
    }),
  ),
});

const catalogVersion = Type.String({
  description: "The catalog that the server uses.",
  examples: ["genai-prices 0.1.8"],
});
const source = {
  catalog: nullable(Type.String({ description: "The version of the catalog. Null for a price of your own." })),
  catalogModel: nullable(Type.String({ description: "The catalog's name of the model.", examples: ["openai/gpt-5"] })),
  modelPriceId: nullable(Type.String({ description: "Your own price. Null for a price of the catalog." })),
};

export const applyingModelPrice = record(
  {
    provider: Type.String(),
    model: Type.String(),
    at: instant,
    catalogVersion,
    prices: nullable(tokenPrices),
    currency: nullable(currency),
    batchDiscountPercent: nullable(Type.String({ ...decimal, description: discount })),
    ...source,
  },
  { title: "ApplyingModelPrice", description: "The price of a model in force. `prices` is null if it has none." },
);

export const unpricedModels = record({
  catalogVersion,
  models: Type.Array(
    record(
      {
        provider: Type.String({ description: "As sent. Empty if the event has no such property." }),
        model: Type.String({ description: "As sent. Empty if the event has no such property." }),
        missing: oneOf(
          ["model", "input", "output", "tokens"],
          "What has no price: the model, or a kind of its tokens. `tokens`: the event has no counts that can be read.",
        ),
        uniqueId: Type.String({ description: "The first event without a cost." }),
        firstEventAt: instant,
        receivedAt: instant,
        isPricedNow: Type.Boolean({
          description: "Whether new events have a price. A backfill prices earlier ones.",
        }),
      },
      { title: "UnpricedModel" },
    ),
  ),
});

const count = Type.Integer();

/** Numbers in a query string are text. */
const wholeNumber = (description: string) => Type.String({ pattern: "^[1-9]\\d{0,8}$", description });

export const catalogList = Type.Object(
  {
    search: Type.Optional(
      Type.String({ maxLength: 255, description: "Words that the provider and the name must contain." }),
    ),
    provider: Type.Optional(name("Only models of this provider.")),
    page: Type.Optional(wholeNumber("The page. Defaults to 1.")),
    limit: Type.Optional(wholeNumber("The number of items per page. Defaults to 10; at most 100.")),
  },
  { additionalProperties: false },
);

export const catalogModels = record({
  catalogVersion,
  items: Type.Array(
    record(
      {
        provider: Type.String({ examples: ["openai"] }),
        model: Type.String({ examples: ["gpt-5"] }),
        prices: tokenPrices,
        since: nullable(
          Type.String({ format: "date-time", description: "Since when these prices apply. Null: always." }),
        ),
        changesAt: nullable(
          Type.String({ format: "date-time", description: "When the catalog has other prices. Null: never." }),
        ),
        longPrompts: Type.Array(record({ above: Type.String(), prices: tokenPrices }), {
          description: "Prices of calls with a prompt of more tokens than `above`.",
        }),
        variesByTime: Type.Boolean({ description: "Whether the prices depend on the time of day." }),
      },
      {
        title: "CatalogModel",
        description: "A model of the catalog with its prices in force, for short prompts, in US dollars.",
      },
    ),
  ),
  pageCount: count,
  limit: count,
});

const ofModel = { provider: Type.String(), model: Type.String() };

export const modelCostBackfillCreation = record({
  mode: oneOf(["preview", "apply"], "`preview` counts events and their cost. `apply` stores the costs."),
});

/** A walk through the model calls of open months without a cost. */
export const modelCostBackfill = record(
  {
    id: Type.String(),
    mode: oneOf(["preview", "apply"]),
    status: oneOf(["running", "done", "canceled"]),
    from: Type.String({ format: "date-time", description: "The beginning of the open months: later events are read." }),
    progressPercent: Type.Integer({ description: "An estimate while it is running." }),
    events: Type.Integer({ description: "Events without a cost that have a price now." }),
    costs: Type.Array(record({ currency, amount: Type.String({ ...decimal }) }), {
      description: "What these events cost, exactly.",
    }),
    models: Type.Array(record({ ...ofModel, currency, events: count, amount: Type.String({ ...decimal }) })),
    unpriced: Type.Array(
      record({ ...ofModel, missing: oneOf(["model", "input", "output", "tokens"]), events: count }),
      { description: "Events that still have no price." },
    ),
    ...timestamps,
    finishedAt: nullable(Type.String({ format: "date-time" })),
  },
  { title: "ModelCostBackfill" },
);

const tokens = record({ tokens: Type.String(), price: Type.String() }, { title: "PricedTokens" });

/** What the cost of a model call was computed from, on an event. */
export const modelCall = record(
  {
    provider: Type.String(),
    model: Type.String(),
    ...source,
    discountPercent: Type.String(),
    tokens: record(
      {
        input: nullable(tokens),
        cachedInput: nullable(tokens),
        cacheWrite: nullable(tokens),
        output: nullable(tokens),
        reasoning: nullable(tokens),
      },
      {
        title: "PricedTokensByKind",
        description: "The tokens of each kind, with their price for a million. Null for a kind without tokens.",
      },
    ),
  },
  {
    title: "ModelCallCost",
    description: "amount = sum of tokens × price ÷ 1,000,000, less the discount. Frozen when the event was stored.",
  },
);

/** The setting of the organization. */
export const modelCosts = record(
  {
    eventName: Type.String({ description: "The name of the events that are model calls." }),
    batchDiscountPercent: Type.String({ ...decimal, description: discount }),
  },
  { title: "ModelCosts", description: "How events of model calls get their cost. Null: they get none." },
);
export const modelCostsInput = record(
  {
    eventName: Type.Optional({ ...name("The name of the events that are model calls."), default: "model_call" }),
    batchDiscountPercent: Type.Optional({ ...decimalInput(discount, "50"), default: "50" }),
  },
  { title: "ModelCostsInput" },
);
