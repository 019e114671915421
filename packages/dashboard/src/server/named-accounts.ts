import type { Account } from "@counterfoil/sdk";
import { queryOptions } from "@tanstack/react-query";
import { askedInSteps } from "./asked.ts";
import { client } from "./client.ts";
import { inBatches } from "./in-batches.ts";
import { queries } from "./queries.ts";

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

/** The account with an ID, for its name; null if there is none. Accounts of the same page are read in one request. */
export function namedAccountQuery(id: string) {
  return queryOptions({
    ...askedInSteps("accounts", "named", [id], () => readAccount(id)),
    enabled: id !== "",
    staleTime: FIVE_MINUTES,
  });
}

/** The accounts with these IDs, for a file. Accounts that do not exist are missing. */
export async function readNamedAccounts(ids: readonly string[]): Promise<ReadonlyMap<string, Account>> {
  const read = [...new Set(ids)].map(async (id) => [id, await queries.fetchQuery(namedAccountQuery(id))] as const);
  const accounts = new Map<string, Account>();
  for (const [id, account] of await Promise.all(read)) if (account !== null) accounts.set(id, account);
  return accounts;
}
