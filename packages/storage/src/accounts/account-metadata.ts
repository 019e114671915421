import type { Tx } from "../database/tx.ts";

/** The metadata of an account, in the order of the keys. */
export async function findAccountMetadata(tx: Tx, accountId: string): Promise<Record<string, string>> {
  const rows = await tx.sql<{ key: string; value: string }>(
    "select key, value from account_metadata where organization_id = $1 and account_id = $2 order by key",
    [tx.organizationId, accountId],
  );
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

/** Sets these values and removes these keys, of an account whose lock the transaction holds. */
export async function writeAccountMetadata(
  tx: Tx,
  accountId: string,
  { set, removed }: { readonly set: Readonly<Record<string, string>>; readonly removed: readonly string[] },
): Promise<void> {
  await tx.sql("delete from account_metadata where organization_id = $1 and account_id = $2 and key = any($3)", [
    tx.organizationId,
    accountId,
    removed,
  ]);
  await tx.sql(
    `insert into account_metadata (organization_id, account_id, key, value)
     select $1, $2, key, value from unnest($3::text[], $4::text[]) as given (key, value) order by key
     on conflict (organization_id, account_id, key) do update set value = excluded.value`,
    [tx.organizationId, accountId, Object.keys(set), Object.values(set)],
  );
}
