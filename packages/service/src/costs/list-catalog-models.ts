import {
  type CatalogModel,
  Decimal,
  type ModelCatalog,
  ratesAt,
  ratesFor,
  TOKEN_KINDS,
  type TokenRates,
} from "@counterfoil/engine";
import { findModelPricing } from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import type { TokenPrices } from "./model-price.ts";

/** A model of the catalog (R-AI-1). Prices are in US dollars, for a million tokens. */
export interface CatalogEntry {
  provider: string;
  model: string;
  /** In force now, for a short prompt. */
  prices: TokenPrices<string | null>;
  /** Since when these prices apply. Null: the catalog knows no beginning. */
  since: string | null;
  /** The next change that the catalog knows. */
  changesAt: string | null;
  /** Prices of longer prompts, by the number of tokens above which they apply. */
  longPrompts: { above: string; prices: TokenPrices<string | null> }[];
  /** Whether prices depend on the time of day. */
  variesByTime: boolean;
}

export interface CatalogQuestion {
  /** Words that the provider and the model must contain. */
  readonly search?: string | undefined;
  readonly provider?: string | undefined;
  readonly page: number;
  readonly limit: number;
}

export interface CatalogPage {
  catalogVersion: string;
  items: CatalogEntry[];
  /** On all pages. */
  modelCount: number;
}

/** The models of the catalog, by provider and name. */
export function listCatalogModels(context: Context, question: CatalogQuestion): Promise<CatalogPage> {
  return read(context, async (tx) => {
    const { catalog } = await findModelPricing(tx);
    return catalogPage(catalog, question, Date.parse(context.clock.now()));
  });
}

export function catalogPage(catalog: ModelCatalog, question: CatalogQuestion, at: number): CatalogPage {
  const { search = "", provider, page, limit } = question;
  const words = search.toLowerCase().split(/\s+/);
  const found = catalog.providers
    .flatMap(({ id, models }) => models.map((model) => ({ provider: id, model })))
    .filter((one) => provider === undefined || one.provider === provider.toLowerCase())
    .filter((one) => {
      const name = `${one.provider}/${one.model.id}`.toLowerCase();
      return words.every((word) => name.includes(word));
    })
    .toSorted((a, b) => compare(a.provider, b.provider) || compare(a.model.id, b.model.id));
  const first = (page - 1) * limit;
  return {
    catalogVersion: catalog.version,
    items: found.slice(first, first + limit).map((one) => toEntry(one.provider, one.model, at)),
    modelCount: found.length,
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function toEntry(provider: string, model: CatalogModel, at: number): CatalogEntry {
  const rates = ratesAt(model, at);
  const starts = model.prices.flatMap(({ condition }) => (condition.kind === "since" ? [condition.at] : []));
  const lengths = TOKEN_KINDS.flatMap((kind) => (rates[kind]?.tiers ?? []).map(({ above }) => above.toCanonical()));
  const changesAt = starts.filter((start) => start > at).toSorted((a, b) => a - b)[0];
  const since = starts.filter((start) => start <= at).toSorted((a, b) => b - a)[0];
  return {
    provider,
    model: model.id,
    prices: shown(ratesFor(rates, Decimal.zero)),
    since: since === undefined ? null : instant(since),
    changesAt: changesAt === undefined ? null : instant(changesAt),
    longPrompts: [...new Set(lengths)]
      .toSorted((a, b) => Decimal.of(a).compare(Decimal.of(b)))
      .map((above) => ({ above, prices: shown(ratesFor(rates, Decimal.of(above).plus(Decimal.ofInteger(1)))) })),
    variesByTime: model.prices.some(({ condition }) => condition.kind === "time_of_day"),
  };
}

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();

function shown(rates: TokenRates): TokenPrices<string | null> {
  return Object.fromEntries(
    TOKEN_KINDS.map((kind) => [kind, rates[kind]?.toCanonical() ?? null]),
  ) as unknown as TokenPrices<string | null>;
}
