import {
  describeMatches,
  type Described,
  findByAmount,
  findById,
  findByNumber,
  findByTerm,
  findEventById,
  type SearchMatch,
} from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { readAmounts } from "./search-amount.ts";

/** An object that matches a search. */
export interface SearchHit extends Described {
  /** Which text of the object matches. */
  readonly reason: SearchMatch["reason"];
  /** The query equals the complete text. */
  readonly isExact: boolean;
}

/** The order in which types are listed. */
const TYPES = ["account", "subscription", "invoice", "payment", "credit_note"];
const MOST_OF_A_TYPE = 5;

/** Finds objects of any type that the scope `read` can see, exact matches first. */
export function search(context: Context, query: string): Promise<SearchHit[]> {
  const wanted = query.trim();
  if (wanted === "") return Promise.resolve([]);
  return read(context, async (tx) => {
    const amounts = readAmounts(wanted);
    const sequence = /^\d{1,15}$/.test(wanted) ? wanted : null;
    const found = await Promise.all([
      findById(tx, wanted, MOST_OF_A_TYPE),
      findEventById(tx, wanted),
      findByNumber(tx, wanted, { sequence, limit: MOST_OF_A_TYPE }),
      findByTerm(tx, withoutRevision(wanted), MOST_OF_A_TYPE),
      amounts.length === 0 ? [] : findByAmount(tx, amounts, MOST_OF_A_TYPE),
    ]);
    const matches = rankMatches(found.flat());
    const described = new Map((await describeMatches(tx, matches)).map((one) => [keyOf(one), one]));
    return matches.flatMap((match) => {
      const { type, id, reason, isExact } = match;
      if (type === "event") return [{ type, id, title: id, subtitle: null, status: null, reason, isExact }];
      const one = described.get(keyOf(match));
      return one === undefined ? [] : [{ ...one, reason, isExact }];
    });
  });
}

/** A quote is found by its number. What is printed can end in a revision: `Q-2026-0001-2`. */
function withoutRevision(wanted: string): string {
  return /^(q-\d{4}-\d{4,})-\d+$/i.exec(wanted)?.[1] ?? wanted;
}

/**
 * Each object once, with its first reason: exact matches first, then by type. Keeps at most five objects of a type, and
 * otherwise the given order.
 */
export function rankMatches(matches: readonly SearchMatch[]): SearchMatch[] {
  const ordered = matches.toSorted((a, b) => Number(b.isExact) - Number(a.isExact) || rankOf(a) - rankOf(b));
  const once = [...new Map(ordered.toReversed().map((match) => [keyOf(match), match])).values()].toReversed();
  return once.filter((match, place) => {
    const before = once.slice(0, place).filter(({ type }) => type === match.type);
    return before.length < MOST_OF_A_TYPE;
  });
}

function rankOf({ type }: SearchMatch): number {
  const rank = TYPES.indexOf(type);
  return rank === -1 ? TYPES.length : rank;
}

function keyOf({ type, id }: { readonly type: string; readonly id: string }): string {
  return `${type} ${id}`;
}
