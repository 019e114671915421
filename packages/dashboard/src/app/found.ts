import { useQuery } from "@tanstack/react-query";
import { toWords } from "../format/words.ts";
import { asked } from "../server/asked.ts";

interface Found {
  readonly group: string;
  readonly items: readonly { readonly to: string; readonly name: string; readonly note: string }[];
}

/** So many letters, before the server is asked. */
const ENOUGH = 2;
const MOST = 5;

/** What the server knows by this name. */
export function useFound(wanted: string): { readonly found: readonly Found[]; readonly isSearching: boolean } {
  const enabled = wanted.length >= ENOUGH;
  const byName = { limit: MOST, filters: [{ field: "name", operator: "contains", value: wanted }] } as const;
  const accounts = useQuery({
    ...asked((api, signal) => api.accounts.list(byName, { signal })),
    enabled,
  });
  const subscriptions = useQuery({
    ...asked((api, signal) => api.subscriptions.list(byName, { signal })),
    enabled,
  });
  const invoices = useQuery({
    ...asked((api, signal) =>
      api.invoices.list(
        { limit: MOST, filters: [{ field: "number", operator: "contains", value: wanted }] },
        { signal },
      ),
    ),
    enabled,
  });
  const products = useQuery({
    ...asked((api, signal) => api.products.list({ ...byName, page: 1 }, { signal })),
    enabled,
  });
  if (!enabled) return { found: [], isSearching: false };
  const groups: readonly Found[] = [
    {
      group: "Accounts",
      items: (accounts.data?.data ?? []).map(({ id, name, currency }) => ({
        to: `/accounts/${id}`,
        name,
        note: currency,
      })),
    },
    {
      group: "Subscriptions",
      items: (subscriptions.data?.items ?? []).map(({ id, name, status }) => ({
        to: `/subscriptions/${id}`,
        name,
        note: toWords(status),
      })),
    },
    {
      group: "Invoices",
      items: (invoices.data?.items ?? []).map(({ id, number, status, billingPeriod }) => ({
        to: `/invoices/${id}`,
        name: number ?? "Draft",
        note: `${toWords(status)} · ${billingPeriod}`,
      })),
    },
    {
      group: "Products",
      items: (products.data?.products ?? []).map(({ id, name, feeType }) => ({
        to: `/products/${id}`,
        name,
        note: toWords(feeType),
      })),
    },
  ];
  return {
    found: groups.filter(({ items }) => items.length > 0),
    isSearching: [accounts, subscriptions, invoices, products].some(({ isFetching }) => isFetching),
  };
}
