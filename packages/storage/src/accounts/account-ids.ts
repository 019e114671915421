import type { Tx } from "../database/tx.ts";

/** The IDs of the accounts after an ID, in order. Pass "" for the first page. */
export async function accountIdsAfter(tx: Tx, id: string, limit: number): Promise<string[]> {
  const rows = await tx.sql<{ id: string }>(
    "select id from account where organization_id = $1 and id > $2 order by id limit $3",
    [tx.organizationId, id, limit],
  );
  return rows.map((row) => row.id);
}

export async function countAccounts(tx: Tx): Promise<number> {
  const [row] = await tx.sql<{ count: string }>("select count(*) as count from account where organization_id = $1", [
    tx.organizationId,
  ]);
  return Number(row?.count ?? 0);
}
