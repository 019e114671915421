import { useMatches, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { routeIdOf } from "./route-id.ts";
import type { ParameterName, SearchAt, SearchPath } from "./searches.ts";

interface HowToChange {
  readonly replace?: boolean;
  /** After a form was saved: does not ask whether to discard it. */
  readonly ignoreBlocker?: boolean;
}

type Change<Search> = (change: Search, how?: HowToChange) => void;

/**
 * The search parameters of a page, and a function to change them. Filters, tabs and open items are in the address, so
 * that users can share a link and "back" undoes a choice. Throws on a page other than that of the path.
 */
export function useAddress<Path extends SearchPath>(path: Path): [SearchAt<Path>, Change<SearchAt<Path>>] {
  const search: SearchAt<Path> = useSearch({ from: routeIdOf(path) });
  return [search, useChangeOfAddress()];
}

/** The search parameters as known to parts that several pages share. */
export type SharedSearch = { readonly [Name in ParameterName]?: string | undefined };

/** Like `useAddress`, for parts that several pages share. They know the names of parameters, but not the page. */
export function useSharedAddress(): [SharedSearch, Change<SharedSearch>] {
  const search = useMatches({ select: (matches): SharedSearch => matches.at(-1)?.search ?? {} });
  return [search, useChangeOfAddress()];
}

function useChangeOfAddress(): Change<Readonly<Record<string, string | undefined>>> {
  const navigate = useNavigate();
  return useCallback(
    (next, { replace = false, ignoreBlocker = false } = {}) => {
      // An empty choice is removed from the address.
      const cleared = Object.fromEntries(
        Object.entries(next).map(([key, value]) => [key, value === "" ? undefined : value]),
      );
      const search = (before: object) => ({ ...before, ...cleared });
      void navigate({ to: ".", search, replace, ignoreBlocker, resetScroll: false });
    },
    [navigate],
  );
}

/**
 * The identifier in the address of a page, for example that of `$invoiceId` in `/invoices/$invoiceId`. Fails on a page with
 * another path.
 */
export function useParam(path: `${string}/$${string}`): string {
  const [, name = ""] = /\$(\w+)/.exec(path) ?? [];
  const params: Readonly<Record<string, string | undefined>> = useParams({ from: routeIdOf(path) });
  const value = params[name];
  if (value === undefined) throw new Error(`The address has no value for $${name} of ${path}.`);
  return value;
}
