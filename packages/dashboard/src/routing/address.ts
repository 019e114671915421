import { useMatches, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { routeIdOf } from "./route-id.ts";
import type { ParameterName, SearchAt, SearchPath } from "./searches.ts";

type Change<Search> = (change: Search, how?: { replace?: boolean }) => void;

/**
 * What the address of a page says, and how to change it. Filters, tabs and what is opened are in the address: a page can be sent to
 * somebody, and "back" undoes a choice. Fails on another page than that of the path.
 */
export function useAddress<Path extends SearchPath>(path: Path): [SearchAt<Path>, Change<SearchAt<Path>>] {
  const search: SearchAt<Path> = useSearch({ from: routeIdOf(path) });
  return [search, useChangeOfAddress()];
}

/** A page's address as far as parts that several pages share know it. */
export type SharedSearch = { readonly [Name in ParameterName]?: string | undefined };

/** The same for parts that several pages share: they know the names of parameters, and not which page they are on. */
export function useSharedAddress(): [SharedSearch, Change<SharedSearch>] {
  const search = useMatches({ select: (matches): SharedSearch => matches.at(-1)?.search ?? {} });
  return [search, useChangeOfAddress()];
}

function useChangeOfAddress(): Change<Readonly<Record<string, string | undefined>>> {
  const navigate = useNavigate();
  return useCallback(
    (next, { replace = false } = {}) => {
      // An empty choice leaves the address.
      const cleared = Object.fromEntries(
        Object.entries(next).map(([key, value]) => [key, value === "" ? undefined : value]),
      );
      void navigate({ to: ".", search: (before: object) => ({ ...before, ...cleared }), replace, resetScroll: false });
    },
    [navigate],
  );
}

/** A part of the path: `$invoiceId` of `/invoices/$invoiceId`. */
export function useParam(name: string): string {
  const params: Record<string, string | undefined> = useParams({ strict: false });
  const value = params[name];
  if (value === undefined) throw new Error(`The path of this page has no $${name}.`);
  return value;
}
