import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";

/** Filters, tabs and what is opened stand in the address: a page can be sent to somebody, and "back" takes a choice back. */
export type Search = Readonly<Record<string, string | undefined>>;

export function useAddress(): [Search, (change: Search, how?: { replace?: boolean }) => void] {
  const raw: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const search = Object.fromEntries(Object.entries(raw).map(([key, value]) => [key, String(value)]));
  const change = useCallback(
    (next: Search, { replace = false } = {}) => {
      // An empty choice leaves the address.
      const cleared = Object.fromEntries(
        Object.entries(next).map(([key, value]) => [key, value === "" ? undefined : value]),
      );
      void navigate({ to: ".", search: (before: object) => ({ ...before, ...cleared }), replace, resetScroll: false });
    },
    [navigate],
  );
  return [search, change];
}

/** A part of the path: `$invoiceId` of `/invoices/$invoiceId`. */
export function useParam(name: string): string {
  const params: Record<string, string | undefined> = useParams({ strict: false });
  const value = params[name];
  if (value === undefined) throw new Error(`The path of this page has no $${name}.`);
  return value;
}
