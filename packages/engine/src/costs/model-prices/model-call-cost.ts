import { compareText } from "../../compare-text.ts";
import { Decimal } from "../../decimal/decimal.ts";
import { propertyOf, type Properties } from "../../metering/property.ts";
import { countedDecimal } from "../../metering/unreadable-value.ts";
import {
  CATALOG_CURRENCY,
  type ModelCatalog,
  ratesAt,
  ratesFor,
  TOKEN_KINDS,
  type TokenKind,
  type TokenRates,
} from "./model-catalog.ts";

/** The event properties with the tokens, as `@counterfoil/sdk/ai-sdk` sends them. A missing property is no tokens. */
export const TOKEN_PROPERTIES: Readonly<Record<TokenKind, string>> = {
  input: "input_tokens",
  cachedInput: "cached_input_tokens",
  cacheWrite: "cache_write_tokens",
  output: "output_tokens",
  reasoning: "reasoning_tokens",
};

/** The kind whose price a kind without one has. */
const FALLBACKS: Readonly<Partial<Record<TokenKind, "input" | "output">>> = {
  cachedInput: "input",
  cacheWrite: "input",
  reasoning: "output",
};

/** A price of a model that an organization set itself. It replaces the catalog's. */
export interface OwnModelPrice {
  readonly id: string;
  readonly provider: string;
  /** A name, or the beginning of names with `*` at the end. Without regard to case. */
  readonly model: string;
  readonly rates: TokenRates;
  readonly currency: string;
  /** The discount of calls in a batch. Null: the organization's for all models. */
  readonly batchDiscountPercent: Decimal | null;
  /** Half-open, in milliseconds since 1970. */
  readonly from: number;
  readonly until: number | null;
}

/** How an organization prices its model calls. */
export interface ModelPricing {
  readonly catalog: ModelCatalog;
  readonly own: readonly OwnModelPrice[];
  /** The discount of calls in a batch for which no price says another. */
  readonly batchDiscountPercent: Decimal;
}

/** What a model call costs, and everything that it was computed from. */
export interface ModelCost {
  readonly kind: "priced";
  readonly amount: Decimal;
  readonly currency: string;
  readonly basis: ModelCostBasis;
}

/** amount = Σ tokens × price ÷ 1,000,000 × (100 − discountPercent) ÷ 100. Decimals are text. */
export interface ModelCostBasis {
  readonly provider: string;
  readonly model: string;
  /** The version of the catalog; null for a price of the organization. */
  readonly catalog: string | null;
  /** The catalog's name of the model; null for a price of the organization. */
  readonly catalogModel: string | null;
  readonly modelPriceId: string | null;
  readonly discountPercent: string;
  /** The kinds with tokens, each with its price for a million. */
  readonly tokens: Readonly<Partial<Record<TokenKind, { readonly tokens: string; readonly price: string }>>>;
}

/** A model call without a price, so that it has no cost. */
export interface UnpricedCall {
  readonly kind: "unpriced";
  readonly provider: string;
  readonly model: string;
  /** What has no price: the model, or one kind of its tokens. `tokens` if the counts cannot be read. */
  readonly missing: "model" | "input" | "output" | "tokens";
}

/** The price of a model at an instant. */
export interface ModelPriceInForce {
  readonly rates: TokenRates;
  readonly currency: string;
  readonly batchDiscountPercent: Decimal;
  readonly source: Pick<ModelCostBasis, "catalog" | "catalogModel" | "modelPriceId">;
}

const HUNDRED = Decimal.of("100");
/** ÷ 1,000,000 tokens ÷ 100 percent, exactly. */
const PER_MILLION_PERCENT = Decimal.of("0.00000001");

/** What a model call costs (R-AI-1). Exact: nothing is rounded. */
export function modelCallCost(
  { values, at }: { readonly values: Properties; readonly at: number },
  pricing: ModelPricing,
): ModelCost | UnpricedCall {
  const [provider, model] = [textOf(values, "provider"), textOf(values, "model")];
  const unpriced = (missing: UnpricedCall["missing"]): UnpricedCall => ({ kind: "unpriced", provider, model, missing });
  const counts = readTokens(values);
  if (counts === undefined) return unpriced("tokens");
  const price = modelPriceAt({ provider, model, at, promptTokens: promptOf(counts) }, pricing);
  if (price === undefined) return unpriced("model");
  const tokens: Partial<Record<TokenKind, { tokens: string; price: string }>> = {};
  let sum = Decimal.zero;
  for (const [kind, count] of counts) {
    const fallback = FALLBACKS[kind] ?? (kind as "input" | "output");
    const rate = price.rates[kind] ?? price.rates[fallback];
    if (rate === undefined) return unpriced(fallback);
    sum = sum.plus(count.times(rate));
    tokens[kind] = { tokens: count.toCanonical(), price: rate.toCanonical() };
  }
  const discountPercent = isBatch(values) ? price.batchDiscountPercent : Decimal.zero;
  const amount = sum.times(HUNDRED.minus(discountPercent)).times(PER_MILLION_PERCENT);
  const basis = { provider, model, ...price.source, discountPercent: discountPercent.toCanonical(), tokens };
  return { kind: "priced", amount, currency: price.currency, basis };
}

/** A question for the price of a model. */
export interface PricedModel {
  readonly provider: string;
  readonly model: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Some models cost more for long prompts. */
  readonly promptTokens: Decimal;
}

/** The price of a model in force at an instant: the organization's own if there is one, else the catalog's. */
export function modelPriceAt(
  { provider, model, at, promptTokens }: PricedModel,
  { own, catalog, batchDiscountPercent }: ModelPricing,
): ModelPriceInForce | undefined {
  const chosen = ownPriceAt({ provider, model, at }, own);
  if (chosen !== undefined) {
    return {
      rates: chosen.rates,
      currency: chosen.currency,
      batchDiscountPercent: chosen.batchDiscountPercent ?? batchDiscountPercent,
      source: { catalog: null, catalogModel: null, modelPriceId: chosen.id },
    };
  }
  const found = catalog.find(provider, model);
  const rates = found === undefined ? {} : ratesFor(ratesAt(found.model, at), promptTokens);
  // The data set has models without a price of tokens, for example those of a flat fee.
  if (found === undefined || (rates.input === undefined && rates.output === undefined)) return undefined;
  return {
    rates,
    currency: CATALOG_CURRENCY,
    batchDiscountPercent,
    source: { catalog: catalog.version, catalogModel: `${found.providerId}/${found.model.id}`, modelPriceId: null },
  };
}

/** Of the matching prices in force, the one with the longest name; a whole name is before a beginning; then the latest. */
function ownPriceAt(
  { provider, model, at }: Omit<PricedModel, "promptTokens">,
  own: readonly OwnModelPrice[],
): OwnModelPrice | undefined {
  return own
    .filter(({ from, until }) => from <= at && (until === null || at < until))
    .filter((price) => price.provider.toLowerCase() === provider.toLowerCase() && isNamed(price.model, model))
    .toSorted(
      (a, b) => rank(a) - rank(b) || b.model.length - a.model.length || b.from - a.from || compareText(b.id, a.id),
    )[0];
}

/** A whole name comes first. */
const rank = ({ model }: OwnModelPrice): number => (model.endsWith("*") ? 1 : 0);

function isNamed(pattern: string, model: string): boolean {
  const [wanted, name] = [pattern.toLowerCase(), model.toLowerCase()];
  return wanted.endsWith("*") ? name.startsWith(wanted.slice(0, -1)) : name === wanted;
}

/** The kinds with tokens. Undefined if a count is not a number of zero or more, or if the event has no counts. */
function readTokens(values: Properties): Map<TokenKind, Decimal> | undefined {
  const counts = new Map<TokenKind, Decimal>();
  if (TOKEN_KINDS.every((kind) => propertyOf(values, TOKEN_PROPERTIES[kind]) === undefined)) return undefined;
  for (const kind of TOKEN_KINDS) {
    const value = propertyOf(values, TOKEN_PROPERTIES[kind]);
    if (value === undefined) continue;
    const count = countedDecimal(value);
    if (count === undefined || count.isNegative()) return undefined;
    if (!count.isZero()) counts.set(kind, count);
  }
  return counts;
}

function promptOf(counts: ReadonlyMap<TokenKind, Decimal>): Decimal {
  return Decimal.sum((["input", "cachedInput", "cacheWrite"] as const).map((kind) => counts.get(kind) ?? Decimal.zero));
}

function isBatch(values: Properties): boolean {
  const value = propertyOf(values, "batch");
  return value === true || value === "true";
}

function textOf(values: Properties, name: string): string {
  const value = propertyOf(values, name);
  return typeof value === "string" ? value.trim() : "";
}
