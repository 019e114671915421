import type { Account } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { client } from "../../app/client.ts";

type Waiting = { readonly id: string; readonly found: (account: Account | null) => void };

const MOST_AT_ONCE = 100;
let waiting: Waiting[] = [];

/** Accounts that are asked for at the same moment, as the rows of a list are, are read by one request. */
function readAccount(id: string): Promise<Account | null> {
  return new Promise((found, failed) => {
    waiting.push({ id, found });
    if (waiting.length > 1) return;
    setTimeout(() => {
      const asked = waiting;
      waiting = [];
      readAll(asked).catch(failed);
    }, 5);
  });
}

async function readAll(asked: readonly Waiting[]): Promise<void> {
  const ids = [...new Set(asked.map(({ id }) => id))];
  const known = new Map<string, Account>();
  for (let first = 0; first < ids.length; first += MOST_AT_ONCE) {
    const value = ids.slice(first, first + MOST_AT_ONCE);
    const page = await client.accounts.list({ limit: MOST_AT_ONCE, filters: [{ field: "id", operator: "in", value }] });
    for (const account of page.data) known.set(account.id, account);
  }
  for (const { id, found } of asked) found(known.get(id) ?? null);
}

/** The account of an id, read together with those beside it. */
export function useNamedAccount(id: string): Account | undefined {
  const { data } = useQuery({
    queryKey: ["accounts", "named", id],
    queryFn: async () => await readAccount(id),
    staleTime: 300_000,
  });
  return data ?? undefined;
}

/** The name of an account, which leads to it. */
export function AccountName({ id, isLink = true }: { readonly id: string; readonly isLink?: boolean }) {
  const name = useNamedAccount(id)?.name;
  const text = name ?? <span className="text-muted">…</span>;
  return isLink ? (
    <Link to={`/accounts/${id}`} className="hover:underline">
      {text}
    </Link>
  ) : (
    <>{text}</>
  );
}
