import type { SearchHit } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { toWords } from "../format/words.ts";
import { asked } from "../server/asked.ts";
import { placeOfHit, TYPE_NAMES } from "./hit-places.ts";

interface FoundItem {
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
  readonly name: string;
  readonly note: string;
}

interface Found {
  readonly group: string;
  readonly items: readonly FoundItem[];
}

/** The number of characters before the server is asked. */
const ENOUGH = 2;

/** The server's matches for this text, in one answer, so that Enter opens the first of all. */
export function useFound(wanted: string): { readonly found: readonly Found[]; readonly isSearching: boolean } {
  const enabled = wanted.length >= ENOUGH;
  const { data, isFetching } = useQuery({
    ...asked((api, signal) => api.search.search({ query: wanted }, { signal })),
    enabled,
  });
  if (!enabled) return { found: [], isSearching: false };
  const hits = data?.hits ?? [];
  const types = [...new Set(hits.map(({ type }) => type))];
  const found = types.map((type) => ({
    group: TYPE_NAMES[type],
    items: hits.filter((hit) => hit.type === type).map(itemOf),
  }));
  return { found, isSearching: isFetching };
}

function itemOf(hit: SearchHit): FoundItem {
  return { ...placeOfHit(hit), name: hit.title, note: noteOf(hit) };
}

/** What distinguishes the object, and why it was found if its title does not show it. */
function noteOf({ subtitle, status, reason, isExact }: SearchHit): string {
  const isShown = reason === "name" || reason === "number" || reason === "amount" || reason === "unique_id";
  const why =
    isShown || (reason === "id" && isExact) ? null : `Matches ${REASONS[reason] ?? toWords(reason).toLowerCase()}`;
  return [status === null ? null : toWords(status), subtitle, why].filter((part) => part !== null).join(" · ");
}

const REASONS: Readonly<Partial<Record<SearchHit["reason"], string>>> = {
  email: "email address",
  external_id: "external ID",
  id: "ID",
  sku: "SKU",
  tax_id: "tax ID",
};
