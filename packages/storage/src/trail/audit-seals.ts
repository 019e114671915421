import type { Database } from "../database/database.ts";
import type { Tx } from "../database/tx.ts";

/** Used by the worker before any organization is known. */
export async function organizationsWithUnsealedAudit(database: Database): Promise<string[]> {
  const rows = await database.unscoped<{ organizationId: string }>(
    "select organization_id from organizations_with_unsealed_audit()",
    [],
    "organizations-with-unsealed-audit",
  );
  return rows.map(({ organizationId }) => organizationId);
}

/**
 * Seals up to `limit` entries and returns how many it sealed; 0 while another transaction is sealing. An organization's
 * seals are written one at a time, because each contains the hash of the previous one.
 */
export async function sealAuditEntries(tx: Tx, now: string, limit: number): Promise<number> {
  const [lock] = await tx.sql<{ isFree: boolean }>(
    `select pg_try_advisory_xact_lock(4275105, number) as is_free from organization where id = $1`,
    [tx.organizationId],
    "lock-audit-seals",
  );
  if (lock?.isFree !== true) return 0;
  const [sealed] = await tx.sql<{ count: number }>(SEAL, [tx.organizationId, now, limit], "seal-audit-entries");
  return sealed?.count ?? 0;
}

const SEAL = `
  with taken as (
    delete from audit_unsealed where organization_id = $1 and entry_id in (
      select entry_id from audit_unsealed where organization_id = $1 order by entry_id limit $3)
    returning entry_id
  ), last as (
    select coalesce(max(number), 0) as number from audit_seal where organization_id = $1
  ), next as (
    select l.number + 1 as number, coalesce(before.hash, ''::bytea) as before
    from last l left join audit_seal before on before.organization_id = $1 and before.number = l.number
  ), content as (
    select array_agg(e.id order by e.id) as ids, array_agg(audit_entry_hash(e) order by e.id) as hashes
    from taken join audit_entry e on e.organization_id = $1 and e.id = taken.entry_id
  ), added as (
    insert into audit_seal (organization_id, number, entry_ids, entry_hashes, sealed_at, hash)
    select $1, n.number, c.ids, c.hashes, $2, audit_seal_hash($1, n.number, c.ids, c.hashes, $2, n.before)
    from content c cross join next n where c.ids is not null
    returning cardinality(entry_ids) as count
  )
  select count from added`;
