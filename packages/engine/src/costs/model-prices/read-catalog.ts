import { Decimal } from "../../decimal/decimal.ts";
import {
  type CatalogModel,
  type CatalogProvider,
  createModelCatalog,
  type DatedRates,
  type ModelCatalog,
  type RateCondition,
  type TieredRate,
  type TokenKind,
} from "./model-catalog.ts";
import type { ModelMatch } from "./model-match.ts";

/** The names of prices in the data set. All are per million tokens. Other units, such as seconds of audio, are not read. */
const PRICE_KEYS: Readonly<Record<TokenKind, string>> = {
  input: "input_mtok",
  cachedInput: "cache_read_mtok",
  cacheWrite: "cache_write_mtok",
  output: "output_mtok",
  reasoning: "output_reasoning_mtok",
};

/** The data set has traces of binary arithmetic (0.18000000000000002). No provider's price has more digits. */
const PRICE_DIGITS = 12;

/** What is wrong with the text of a catalog, and where. */
export class CatalogFault extends Error {}

/**
 * Reads the format of the open data set genai-prices (`data.json`): a list of providers with their models, or an object
 * with a `version` and this list as `providers`. A number is the decimal that it shows.
 *
 * @param version of a file that names none
 * @throws CatalogFault
 */
export function readModelCatalog(text: string, version: string): ModelCatalog {
  const file = parseJson(text);
  const { version: named, providers: listed } = Array.isArray(file)
    ? { version: undefined, providers: file as unknown[] }
    : record(file, "the file");
  const providers = list(listed, "/providers").map((provider, index) => readProvider(provider, `/providers/${index}`));
  if (providers.length === 0) throw new CatalogFault("/providers must not be empty");
  return createModelCatalog(named === undefined ? version : name(named, "/version"), providers);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new CatalogFault(`the file is not JSON: ${String(error)}`, { cause: error });
  }
}

function readProvider(value: unknown, at: string): CatalogProvider {
  const provider = record(value, at);
  const match = provider["provider_match"];
  const fallbacks = provider["fallback_model_providers"];
  return {
    id: name(provider["id"], `${at}/id`),
    match: match === undefined || match === null ? null : readMatch(match, `${at}/provider_match`),
    models: list(provider["models"], `${at}/models`).map((model, index) => readModel(model, `${at}/models/${index}`)),
    fallbacks:
      fallbacks === undefined || fallbacks === null
        ? []
        : list(fallbacks, `${at}/fallback_model_providers`).map((id) => name(id, `${at}/fallback_model_providers`)),
  };
}

function readModel(value: unknown, at: string): CatalogModel {
  const model = record(value, at);
  const { prices } = model;
  return {
    id: name(model["id"], `${at}/id`),
    match: readMatch(model["match"], `${at}/match`),
    prices: Array.isArray(prices)
      ? prices.map((one, index) => readDated(one, `${at}/prices/${index}`))
      : [{ condition: { kind: "always" }, rates: readRates(prices, `${at}/prices`) }],
  };
}

function readDated(value: unknown, at: string): DatedRates {
  const dated = record(value, at);
  return { condition: readCondition(dated["constraint"], at), rates: readRates(dated["prices"], `${at}/prices`) };
}

function readCondition(value: unknown, at: string): RateCondition {
  if (value === undefined || value === null) return { kind: "always" };
  const { start_date: date, start_time: from, end_time: until } = record(value, `${at}/constraint`);
  if (date !== undefined) {
    const instant = typeof date === "string" ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
    if (Number.isNaN(instant)) throw new CatalogFault(`${at}/constraint/start_date must be a date such as 2026-03-13`);
    return { kind: "since", at: instant };
  }
  return { kind: "time_of_day", from: timeOfDay(from, at), until: timeOfDay(until, at) };
}

/** `16:30:00Z` in milliseconds since midnight. */
function timeOfDay(value: unknown, at: string): number {
  const time = /^\d\d:\d\d:\d\dZ$/.test(String(value)) ? Date.parse(`1970-01-01T${String(value)}`) : Number.NaN;
  if (Number.isNaN(time)) throw new CatalogFault(`${at}/constraint must have a start_date, or times such as 16:30:00Z`);
  return time;
}

function readRates(value: unknown, at: string): DatedRates["rates"] {
  const prices = record(value, at);
  return Object.fromEntries(
    Object.entries(PRICE_KEYS).flatMap(([kind, key]) => {
      const price = prices[key];
      return price === undefined || price === null ? [] : [[kind, readRate(price, `${at}/${key}`)]];
    }),
  );
}

function readRate(value: unknown, at: string): TieredRate {
  if (typeof value === "number") return { base: rate(value, at), tiers: [] };
  const { base, tiers } = record(value, at);
  const read = list(tiers, `${at}/tiers`).map((tier) => {
    const { start, price } = record(tier, `${at}/tiers`);
    return { above: rate(start, `${at}/tiers`), rate: rate(price, `${at}/tiers`) };
  });
  return { base: rate(base, `${at}/base`), tiers: read.toSorted((a, b) => a.above.compare(b.above)) };
}

function rate(value: unknown, at: string): Decimal {
  const decimal = typeof value === "number" ? Decimal.fromNumber(value) : undefined;
  if (decimal === undefined || decimal.isNegative()) throw new CatalogFault(`${at} must be a number of zero or more`);
  return Decimal.of(decimal.round(PRICE_DIGITS, "half_even").toCanonical());
}

function readMatch(value: unknown, at: string): ModelMatch {
  const [[kind, of] = [], another] = Object.entries(record(value, at));
  if (another !== undefined) throw new CatalogFault(`${at} must have one member`);
  switch (kind) {
    case "equals":
    case "starts_with":
    case "ends_with":
    case "contains":
      return { kind, text: name(of, `${at}/${kind}`).toLowerCase() };
    case "regex":
      return { kind, expression: expressionOf(name(of, `${at}/regex`), at) };
    case "or":
    case "and":
      return { kind, of: list(of, `${at}/${kind}`).map((one, index) => readMatch(one, `${at}/${kind}/${index}`)) };
    default:
      throw new CatalogFault(`${at} must be one of equals, starts_with, ends_with, contains, regex, or, and`);
  }
}

function expressionOf(source: string, at: string): RegExp {
  try {
    return new RegExp(source);
  } catch (error) {
    throw new CatalogFault(`${at}/regex is not a regular expression`, { cause: error });
  }
}

function record(value: unknown, at: string): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new CatalogFault(`${at} must be an object`);
}

function list(value: unknown, at: string): readonly unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  throw new CatalogFault(`${at} must be a list`);
}

function name(value: unknown, at: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw new CatalogFault(`${at} must be text`);
}
