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
          description: "Whether new events have a price. Amend earlier ones to price them.",
        }),
      },
      { title: "UnpricedModel" },
    ),
  ),
});

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
        input: Type.Optional(tokens),
        cachedInput: Type.Optional(tokens),
        cacheWrite: Type.Optional(tokens),
        output: Type.Optional(tokens),
        reasoning: Type.Optional(tokens),
      },
      { title: "PricedTokensByKind", description: "The kinds with tokens, each with its price for a million." },
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
