import type { CreatePriceRequest } from "@counterfoil/sdk";
import { toLength } from "../../../format/amount.ts";
import { boundariesOf, reachOfTerms } from "../prices/reach.ts";

/** The gaps between the evenly spaced quantities of a chart. */
const GAPS = 120n;
/** Of the evenly spaced quantities, the table lists each one after this many. */
const LISTED = 12;
/** Each tier adds two quantities, and the API takes 200. Of more tiers, the last ones are included. */
const MOST_BOUNDARIES = 39;
const USUAL = 10_000;
/** The part of the chart after the highest marked usage. */
const ROOM = 1.1;

/**
 * The highest quantity of the chart unless the user chooses one: beyond the start of every price's last tier and beyond
 * the marked usage, rounded up to two digits.
 */
export function reachOfAll(prices: readonly CreatePriceRequest[], usage: readonly string[]): string {
  const terms = prices.map((price) => reachOfTerms(price) ?? 0);
  const reach = Math.max(0, ...terms, ...usage.map((quantity) => toLength(quantity) * ROOM)) || USUAL;
  const digits = 10 ** Math.max(0, Math.floor(Math.log10(reach)) - 1);
  return BigInt(Math.ceil(reach / digits) * digits).toString();
}

/** The ends of all tiers of the prices, without duplicates, ascending. */
export function boundariesOfAll(prices: readonly CreatePriceRequest[]): readonly string[] {
  return [...new Set(prices.flatMap(boundariesOf))].toSorted((one, other) => toLength(one) - toLength(other));
}

export interface Quantities {
  /** Ascending, at most 200. */
  readonly all: readonly string[];
  /** Those of a short table: evenly spaced, and both sides of each boundary. */
  readonly listed: ReadonlySet<string>;
}

/**
 * Evenly spaced quantities from 0 to a whole number. Also the last quantity of each tier and the first whole one after it,
 * so that the chart shows where the amount jumps, and the table both amounts.
 */
export function quantitiesUpTo(to: string, boundaries: readonly string[]): Quantities {
  const end = BigInt(to);
  const even = Array.from({ length: Number(GAPS) + 1 }, (_, place) => ((end * BigInt(place)) / GAPS).toString());
  const ends = boundaries
    .filter((boundary) => toLength(boundary) < toLength(to))
    .slice(-MOST_BOUNDARIES)
    .flatMap((boundary) => [boundary, (BigInt(boundary.split(".")[0] ?? "0") + 1n).toString()]);
  const all = [...new Set([...even, ...ends])].toSorted((one, other) => toLength(one) - toLength(other));
  return { all, listed: new Set([...even.filter((_, place) => place % LISTED === 0), ...ends]) };
}
