import type { Tx } from "../database/tx.ts";
import { type ListFields, type ListPage, type ListQuery, listRows } from "../lists/list.ts";

/** The tags of an account in alphabetical order. */
export async function findAccountTags(tx: Tx, accountId: string): Promise<string[]> {
  const rows = await tx.sql<{ tag: string }>(
    "select tag from account_tag where organization_id = $1 and account_id = $2 order by tag",
    [tx.organizationId, accountId],
  );
  return rows.map(({ tag }) => tag);
}

/** The tags of these accounts, each account's in alphabetical order. */
export function findTagsOfAccounts(
  tx: Tx,
  accountIds: readonly string[],
): Promise<{ accountId: string; tag: string }[]> {
  return tx.sql<{ accountId: string; tag: string }>(
    "select account_id, tag from account_tag where organization_id = $1 and account_id = any($2) order by account_id, tag",
    [tx.organizationId, accountIds],
  );
}

/** Replaces the tags of an account, whose lock the transaction holds. */
export async function replaceAccountTags(tx: Tx, accountId: string, tags: readonly string[]): Promise<void> {
  await tx.sql("delete from account_tag where organization_id = $1 and account_id = $2 and not tag = any($3)", [
    tx.organizationId,
    accountId,
    tags,
  ]);
  await tx.sql(
    `insert into account_tag (organization_id, account_id, tag) select $1, $2, tag from unnest($3::text[]) as tag order by tag
     on conflict do nothing`,
    [tx.organizationId, accountId, tags],
  );
}

export interface AccountTagCount {
  tag: string;
  accounts: number;
}

export const ACCOUNT_TAG_FIELDS: ListFields = {
  tag: { type: "text", sql: "account_tag_count.tag" },
  accounts: { type: "integer", sql: "account_tag_count.accounts" },
};

/** The tags that accounts of the organization have, in alphabetical order. */
export function listAccountTags(tx: Tx, query: ListQuery): Promise<ListPage<AccountTagCount>> {
  return listRows<AccountTagCount>(
    tx,
    { table: "account_tag_count", fields: ACCOUNT_TAG_FIELDS, order: "account_tag_count.tag", key: "tag" },
    query,
  );
}
