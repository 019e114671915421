import type { Database } from "../database/database.ts";
import type { Tx } from "../database/tx.ts";

/** The organizations with spend limits, top-ups or thresholds of low credit, and with usage that was not checked for them. */
export async function organizationsWithSpendToLookAt(database: Database): Promise<string[]> {
  const rows = await database.unscoped<{ organizationId: string }>(
    "select organization_id from organizations_with_spend_to_look_at()",
    [],
    "organizations-with-spend-to-look-at",
  );
  return rows.map((row) => row.organizationId);
}

/**
 * Starts checking events for limits and low credit from a sequence on. If checking has already started, its position
 * stays. Locks the tail, so that a worker that is about to remove the tail sees what the caller created.
 */
export async function beginSpendTail(tx: Tx, sequence: string): Promise<void> {
  await tx.sql(
    `insert into spend_tail as tail (organization_id, sequence) values ($1, $2)
     on conflict (organization_id) do update set sequence = tail.sequence`,
    [tx.organizationId, sequence],
  );
}

/**
 * The sequence up to which events were checked, locked until commit; undefined if nothing is watched. If another worker
 * holds the tail, waits for it, or with `skip locked` returns undefined.
 */
export async function lockSpendTail(tx: Tx, whenLocked: "skip locked" | ""): Promise<bigint | undefined> {
  const [row] = await tx.sql<{ sequence: string }>(
    `select sequence from spend_tail where organization_id = $1 for no key update ${whenLocked}`,
    [tx.organizationId],
  );
  return row === undefined ? undefined : BigInt(row.sequence);
}

/** Records up to which sequence events were checked. Removes the tail if nothing is watched. */
export async function moveSpendTail(tx: Tx, sequence: bigint): Promise<void> {
  await tx.sql("update spend_tail set sequence = $2 where organization_id = $1", [
    tx.organizationId,
    sequence.toString(),
  ]);
  await tx.sql(
    `delete from spend_tail where organization_id = $1
       and not exists (select from spend_limit where organization_id = $1 and active)
       and not exists (select from credit_setting where organization_id = $1
         and coalesce(top_up_threshold, low_balance_threshold) is not null)`,
    [tx.organizationId],
  );
}

/** Those of these accounts that have a spend limit or a top-up, and those above them with a limit of their family. */
export async function findWatchedAccounts(tx: Tx, accountIds: readonly string[]): Promise<string[]> {
  const rows = await tx.sql<{ id: string }>(
    `with asked as materialized (
       select asked as id from unnest($2::text[]) as asked
     ), above as materialized (
       select p.parent_id as id from asked join account_parent p on p.organization_id = $1 and p.account_id = asked.id
     )
     select id from asked where exists (
       select from spend_limit l where l.organization_id = $1 and l.account_id = asked.id and l.active)
     or exists (
       select from credit_setting s
       where s.organization_id = $1 and s.account_id = asked.id and coalesce(s.top_up_threshold, s.low_balance_threshold) is not null)
     union
     select id from (
       select id from above
       union
       select g.parent_id from above join account_parent g on g.organization_id = $1 and g.account_id = above.id
     ) as higher
     where exists (
       select from spend_limit l where l.organization_id = $1 and l.account_id = higher.id and l.active and l.applies_to = 'family')
     order by id`,
    [tx.organizationId, accountIds],
    "find-watched-accounts",
  );
  return rows.map(({ id }) => id);
}
