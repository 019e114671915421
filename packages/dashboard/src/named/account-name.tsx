import type { Account } from "@counterfoil/sdk";
import { useQueries, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { namedAccountQuery } from "../server/named-accounts.ts";
import { useOrganization } from "../server/session.ts";

/**
 * The account with this ID, read together with other accounts on the page. Undefined while it loads, null if it does
 * not exist.
 */
export function useNamedAccount(id: string | undefined): Account | null | undefined {
  return useQuery(namedAccountQuery(id ?? "")).data;
}

/** The time zone of an account's contract days: its own, or the organization's. */
export function useAccountZone(id: string | undefined): string {
  const { timezone } = useOrganization();
  return useNamedAccount(id)?.timezone ?? timezone;
}

/** The names of some accounts. Shows the ID until the name is loaded. */
export function useAccountNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const accounts = useQueries({ queries: ids.map(namedAccountQuery) });
  return new Map(ids.map((id, index) => [id, accounts[index]?.data?.name ?? id]));
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
