import type { Tx } from "../database/tx.ts";
import type { Row } from "../row.ts";

/** The parent of an account (R-FAM-1). An account without a row has none. */
export type AccountParentRow = Row<"accountParent">;

/** An account of a family, and how far it is below the first one. */
export interface FamilyMember {
  readonly id: string;
  readonly name: string;
  readonly parentId: string | null;
  readonly depth: number;
}

/**
 * Families and the limits of families of an organization change one after the other, until commit. So each change sees the accounts of the
 * family as they are.
 */
export async function lockFamilies(tx: Tx): Promise<void> {
  await tx.sql("select pg_advisory_xact_lock(hashtextextended('account families ' || $1::text, 0))", [
    tx.organizationId,
  ]);
}

/** An account, its parent, the parent of that one, and so on. */
const ABOVE = `above as (
    select $2::text collate "C" as id, 0 as height
    union all
    select p.parent_id, height + 1 from above a join account_parent p on p.organization_id = $1 and p.account_id = a.id
  )`;

/** The accounts below those of `first`. */
const BELOW = `below as (
    select id, 0 as depth from first
    union all
    select c.account_id, depth + 1 from below b join account_parent c on c.organization_id = $1 and c.parent_id = b.id
  )`;

const MEMBERS = `select a.id, a.name, p.parent_id, b.depth from below b
  join account a on a.organization_id = $1 and a.id = b.id
  left join account_parent p on p.organization_id = $1 and p.account_id = b.id
  order by b.depth, a.name, a.id`;

/** The accounts above an account, its parent first. */
export async function findAncestors(tx: Tx, accountId: string): Promise<string[]> {
  const rows = await tx.sql<{ id: string }>(
    `with recursive ${ABOVE} select id from above where height > 0 order by height`,
    [tx.organizationId, accountId],
    "find-ancestors",
  );
  return rows.map(({ id }) => id);
}

/** An account and all below it: parents before their children, and those of one level by name. */
export async function findBelow(tx: Tx, accountId: string): Promise<FamilyMember[]> {
  return tx.sql<FamilyMember>(
    `with recursive first as (select $2::text collate "C" as id), ${BELOW} ${MEMBERS}`,
    [tx.organizationId, accountId],
    "find-below",
  );
}

/** The same for the account above all others of an account's family. */
export async function findWholeFamily(tx: Tx, accountId: string): Promise<FamilyMember[]> {
  return tx.sql<FamilyMember>(
    `with recursive ${ABOVE}, first as (select id from above order by height desc limit 1), ${BELOW} ${MEMBERS}`,
    [tx.organizationId, accountId],
    "find-whole-family",
  );
}

/** The IDs of these accounts and of all below them, in a fixed order. */
export async function findAllBelow(tx: Tx, accountIds: readonly string[]): Promise<string[]> {
  const rows = await tx.sql<{ id: string }>(
    "select distinct id from unnest($2::text[]) as asked, family_below($1, asked) as id order by id",
    [tx.organizationId, accountIds],
    "find-all-below",
  );
  return rows.map(({ id }) => id);
}

/** Puts an account below a parent, in place of the one before. */
export async function saveAccountParent(tx: Tx, { accountId, parentId, createdAt }: AccountParentRow): Promise<void> {
  await tx.sql(
    `insert into account_parent (organization_id, account_id, parent_id, created_at) values ($1, $2, $3, $4)
     on conflict (organization_id, account_id) do update set parent_id = excluded.parent_id, created_at = excluded.created_at`,
    [tx.organizationId, accountId, parentId, createdAt],
  );
}

export async function deleteAccountParent(tx: Tx, accountId: string): Promise<void> {
  await tx.sql("delete from account_parent where organization_id = $1 and account_id = $2", [
    tx.organizationId,
    accountId,
  ]);
}
