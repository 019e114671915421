import {
  Decimal,
  type ModelCostBasis,
  type ModelPriceInForce,
  modelPriceAt,
  type ModelPricing,
  type PricedModel,
  TOKEN_KINDS,
} from "@counterfoil/engine";
import { findModelPricing, findUnpricedModels, getOrganization, type UnpricedModelRow } from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { instantOf } from "./instant-of.ts";
import type { TokenPrices } from "./model-price.ts";

export interface ModelPriceQuestion {
  readonly provider: string;
  readonly model: string;
  /** An instant, or a date that means the start of that day in the organization's zone. Default: now. */
  readonly at?: string | undefined;
  readonly promptTokens?: string | undefined;
}

/** Which price of a model applies, and where it is from (R-AI-1). */
export interface ApplyingModelPrice extends Pick<ModelCostBasis, "catalog" | "catalogModel" | "modelPriceId"> {
  readonly provider: string;
  readonly model: string;
  readonly at: string;
  /** Of the catalog that the server uses, also if it has no price of the model. */
  readonly catalogVersion: string;
  /** The prices of a million tokens. Null if the model has no price. */
  readonly prices: TokenPrices<string | null> | null;
  readonly currency: string | null;
  readonly batchDiscountPercent: string | null;
}

/** The price of a model in force: the organization's own, else the catalog's. */
export function readModelPrice(context: Context, question: ModelPriceQuestion): Promise<ApplyingModelPrice> {
  return read(context, async (tx) => {
    const { timezone } = await getOrganization(tx);
    const at = instantOf(timezone, question.at) ?? context.clock.now();
    const { provider, model, promptTokens = "0" } = question;
    const pricing = await findModelPricing(tx);
    const asked: PricedModel = { provider, model, at: Date.parse(at), promptTokens: Decimal.of(promptTokens) };
    const price = modelPriceAt(asked, pricing);
    const { version } = pricing.catalog;
    return { provider, model, at, catalogVersion: version, ...shownPrice(price) };
  });
}

type ShownPrice = Omit<ApplyingModelPrice, "provider" | "model" | "at" | "catalogVersion">;

const NO_PRICE: ShownPrice = {
  prices: null,
  currency: null,
  batchDiscountPercent: null,
  catalog: null,
  catalogModel: null,
  modelPriceId: null,
};

function shownPrice(price: ModelPriceInForce | undefined): ShownPrice {
  if (price === undefined) return NO_PRICE;
  const { rates, currency, batchDiscountPercent, source } = price;
  const prices = Object.fromEntries(TOKEN_KINDS.map((kind) => [kind, rates[kind]?.toCanonical() ?? null]));
  return {
    prices: prices as unknown as TokenPrices<string | null>,
    currency,
    batchDiscountPercent: batchDiscountPercent.toCanonical(),
    ...source,
  };
}

/** A model whose events have no cost. */
export interface UnpricedModel extends UnpricedModelRow {
  /** Whether new events have a price now. Earlier ones get it when you amend them. */
  readonly isPricedNow: boolean;
}

export interface UnpricedModels {
  /** Of the catalog that the server uses. */
  readonly catalogVersion: string;
  /** The newest first. */
  readonly models: UnpricedModel[];
}

/** Models that had no price when an event was stored. */
export function listUnpricedModels(context: Context): Promise<UnpricedModels> {
  return read(context, async (tx) => {
    const pricing = await findModelPricing(tx);
    const at = Date.parse(context.clock.now());
    const rows = await findUnpricedModels(tx);
    const models = rows.map((row) => ({ ...row, isPricedNow: isPriced(row, at, pricing) }));
    return { catalogVersion: pricing.catalog.version, models };
  });
}

function isPriced({ provider, model, missing }: UnpricedModelRow, at: number, pricing: ModelPricing): boolean {
  const price = modelPriceAt({ provider, model, at, promptTokens: Decimal.zero }, pricing);
  if (missing === "input" || missing === "output") return price?.rates[missing] !== undefined;
  return missing === "model" && price !== undefined;
}
