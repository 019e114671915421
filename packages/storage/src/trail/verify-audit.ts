import type { Tx } from "../database/tx.ts";

/** An inconsistency in the audit log of an organization. */
export interface AuditFault {
  kind: "changed" | "removed" | "added" | "seal_broken" | "seal_missing";
  /** The entry, or the number of the seal. */
  id: string;
  /** The seal that reveals the fault. */
  seal: string | null;
}

/** The last seal. Recorded elsewhere, it reveals if the whole log is rewritten. */
export interface AuditHead {
  number: string;
  hash: string;
}

/** The number and hash of the last seal; undefined before the first. */
export async function findAuditHead(tx: Tx): Promise<AuditHead | undefined> {
  const [row] = await tx.sql<AuditHead>(
    "select number, encode(hash, 'hex') as hash from audit_seal where organization_id = $1 order by number desc limit 1",
    [tx.organizationId],
  );
  return row;
}

/** The hash of one seal in hexadecimal. */
export async function findSealHash(tx: Tx, number: string): Promise<string | undefined> {
  const [row] = await tx.sql<{ hash: string }>(
    "select encode(hash, 'hex') as hash from audit_seal where organization_id = $1 and number = $2",
    [tx.organizationId, number],
  );
  return row?.hash;
}

/** Compares the seals after `after` up to `upTo` with each other and with their entries. */
export function checkAuditSeals(tx: Tx, after: number, upTo: number): Promise<AuditFault[]> {
  return tx.sql<AuditFault>(SEALS, [tx.organizationId, after, upTo]);
}

/** Entries that are neither sealed nor waiting for a seal: someone inserted them without the platform. */
export function findStrayEntries(tx: Tx, limit: number): Promise<AuditFault[]> {
  return tx.sql<AuditFault>(
    `with sealed as materialized (
       select unnest(entry_ids) as id from audit_seal where organization_id = $1
     )
     select 'added' as kind, e.id, null as seal from audit_entry e
     where e.organization_id = $1
       and not exists (select from audit_unsealed u where u.organization_id = $1 and u.entry_id = e.id)
       and not exists (select from sealed s where s.id = e.id)
     order by e.id limit $2`,
    [tx.organizationId, limit],
  );
}

const SEALS = `
  with seal as (
    select s.* from audit_seal s where s.organization_id = $1 and s.number > $2 and s.number <= $3
  ), wanted as (
    select n.number, s.hash is null as is_missing,
      s.hash is distinct from audit_seal_hash($1, n.number, s.entry_ids, s.entry_hashes, s.sealed_at,
        case when n.number = 1 then ''::bytea else before.hash end) as is_broken
    from generate_series($2::bigint + 1, $3::bigint) as n (number)
      left join seal s on s.number = n.number
      left join audit_seal before on before.organization_id = $1 and before.number = n.number - 1
  ), held as (
    select s.number, i.id, s.entry_hashes[i.place] as hash
    from seal s cross join lateral unnest(s.entry_ids) with ordinality as i (id, place)
  )
  select case when is_missing then 'seal_missing' else 'seal_broken' end as kind, number::text as id, number::text as seal
  from wanted where is_missing or is_broken
  union all
  select case when e.id is null then 'removed' else 'changed' end, h.id, h.number::text
  from held h left join audit_entry e on e.organization_id = $1 and e.id = h.id
  where e.id is null or (audit_entry_hash(e) is distinct from h.hash and not exists (
    -- An erasure removed a text from the entry. The log contains the erasure, with the hash of the entry since then.
    select from audit_entry x where x.organization_id = $1 and x.action in ('account.erased', 'person.erased')
      and x.changes #>> array['erasedEntries', 'after', e.id] = encode(audit_entry_hash(e), 'hex')))
  order by 3, 1, 2`;
