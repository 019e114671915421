import { remembered } from "../../remembered.ts";
import type { Decimal } from "../../decimal/decimal.ts";
import { matchesModel, type ModelMatch } from "./model-match.ts";

/** The kinds of tokens of a model call. They do not overlap (R-AI-1). */
export const TOKEN_KINDS = ["input", "cachedInput", "cacheWrite", "output", "reasoning"] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

/** What a million tokens of each kind cost. A kind without a price of its own costs what `FALLBACKS` says. */
export type TokenRates = Readonly<Partial<Record<TokenKind, Decimal>>>;

/** A price that depends on the length of the prompt: the last tier that begins below it counts for all tokens. */
export interface TieredRate {
  readonly base: Decimal;
  /** Ascending. */
  readonly tiers: readonly { readonly above: Decimal; readonly rate: Decimal }[];
}

/** When prices of a model are in force. `from` and `until` of a time of day are milliseconds since midnight UTC. */
export type RateCondition =
  | { readonly kind: "always" }
  | { readonly kind: "since"; readonly at: number }
  | { readonly kind: "time_of_day"; readonly from: number; readonly until: number };

export interface DatedRates {
  readonly condition: RateCondition;
  readonly rates: Readonly<Partial<Record<TokenKind, TieredRate>>>;
}

export interface CatalogModel {
  readonly id: string;
  readonly match: ModelMatch;
  /** The last one whose condition holds applies, and if none does, the first. */
  readonly prices: readonly DatedRates[];
}

export interface CatalogProvider {
  readonly id: string;
  readonly match: ModelMatch | null;
  readonly models: readonly CatalogModel[];
  /** Providers whose models and prices it also has. */
  readonly fallbacks: readonly string[];
}

/** Prices of model calls, in US dollars. */
export interface ModelCatalog {
  /** Names the data, for example `genai-prices 0.1.8`. Frozen with each cost. */
  readonly version: string;
  readonly providers: readonly CatalogProvider[];
  /** The model of a provider. Both names are as they were sent. */
  find(provider: string, model: string): FoundModel | undefined;
}

export interface FoundModel {
  readonly providerId: string;
  readonly model: CatalogModel;
}

/** The currency of every price of a catalog. */
export const CATALOG_CURRENCY = "USD";

const DAY_MILLISECONDS = 86_400_000;

export function createModelCatalog(version: string, providers: readonly CatalogProvider[]): ModelCatalog {
  const byId = new Map(providers.map((provider) => [provider.id, provider]));
  const lookUp = remembered((key: string): FoundModel | null => {
    const [provider = "", model = ""] = JSON.parse(key) as string[];
    const named = byId.get(provider) ?? providers.find(({ match }) => match !== null && matchesModel(match, provider));
    if (named === undefined) return null;
    const places = [named, ...named.fallbacks.flatMap((id) => byId.get(id) ?? [])];
    for (const { id, models } of places) {
      const found = models.find(({ match }) => matchesModel(match, model));
      if (found !== undefined) return { providerId: id, model: found };
    }
    return null;
  });
  const normal = (name: string) => name.trim().toLowerCase();
  return {
    version,
    providers,
    find: (provider, model) => lookUp(JSON.stringify([normal(provider), normal(model)])) ?? undefined,
  };
}

/** The prices in force at an instant, in milliseconds since 1970. */
export function ratesAt({ prices }: CatalogModel, at: number): DatedRates["rates"] {
  return (prices.findLast(({ condition }) => isMet(condition, at)) ?? prices[0])?.rates ?? {};
}

/** The rates for a call with a prompt of this many tokens, of all kinds of input. */
export function ratesFor(rates: DatedRates["rates"], promptTokens: Decimal): TokenRates {
  return Object.fromEntries(
    Object.entries(rates).map(([kind, { base, tiers }]) => {
      return [kind, tiers.findLast(({ above }) => promptTokens.compare(above) > 0)?.rate ?? base];
    }),
  );
}

function isMet(condition: RateCondition, at: number): boolean {
  switch (condition.kind) {
    case "always":
      return true;
    case "since":
      return at >= condition.at;
    case "time_of_day": {
      const { from, until } = condition;
      const time = ((at % DAY_MILLISECONDS) + DAY_MILLISECONDS) % DAY_MILLISECONDS;
      // A range over midnight, such as 16:30 to 00:30.
      return until < from ? time >= from || time < until : time >= from && time < until;
    }
  }
}
