import { askedInSteps } from "../server/asked.ts";
import type { Account } from "@counterfoil/sdk";
import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { client } from "../server/client.ts";
import { useOrganization } from "../server/session.ts";
import { inBatches } from "./in-batches.ts";

const AT_ONCE = 100;
const FIVE_MINUTES = 300_000;

const readAccount = inBatches(async (ids) => {
  const accounts = new Map<string, Account>();
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const value = ids.slice(start, start + AT_ONCE);
    const { data } = await client.accounts.list({ filters: [{ field: "id", operator: "in", value }], limit: AT_ONCE });
    for (const account of data) accounts.set(account.id, account);
  }
  return accounts;
});

/** The account of an id, read together with those beside it; undefined while it is read, and null where there is none. */
export function useNamedAccount(id: string | undefined): Account | null | undefined {
  return useQuery(namedAccountQuery(id ?? "")).data;
}

/** The zone in which the days of an account's contracts begin: its own, or the organization's. */
export function useAccountZone(id: string | undefined): string {
  const { timezone } = useOrganization();
  return useNamedAccount(id)?.timezone ?? timezone;
}

/** The names of some accounts; the id until it is known. */
export function useAccountNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const accounts = useQueries({ queries: ids.map(namedAccountQuery) });
  return new Map(ids.map((id, index) => [id, accounts[index]?.data?.name ?? id]));
}

function namedAccountQuery(id: string) {
  return queryOptions({
    ...askedInSteps("accounts", "named", [id], () => readAccount(id)),
    enabled: id !== "",
    staleTime: FIVE_MINUTES,
  });
}

export function AccountName({ id }: { readonly id: string }) {
  const account = useNamedAccount(id);
  if (account === undefined) return <span className="text-muted">…</span>;
  const name = account?.name ?? id;
  return (
    <span title={name} className="max-sm:in-[td]:line-clamp-1 max-sm:in-[td]:break-all">
      {name}
    </span>
  );
}

export function AccountLink({ id }: { readonly id: string }) {
  return (
    <Link to={`/accounts/${id}`} className="font-medium hover:underline">
      <AccountName id={id} />
    </Link>
  );
}
