import type { Tx } from "../database/tx.ts";

export interface AuditEntryRow {
  id: string;
  at: string;
  actorType: string;
  actorId: string | null;
  requestId: string | null;
  action: string;
  objectId: string;
  changes: object;
}

/** Appends any number of entries in one statement. */
export async function insertAuditEntries(tx: Tx, entries: readonly AuditEntryRow[]): Promise<void> {
  if (entries.length === 0) return;
  await tx.sql(
    `insert into audit_entry (organization_id, id, at, actor_type, actor_id, request_id, action, object_id, changes)
     select $1, id, at, "actorType", "actorId", "requestId", action, "objectId", changes
     from jsonb_to_recordset($2) as e (id text, at timestamptz, "actorType" text, "actorId" text, "requestId" text,
       action text, "objectId" text, changes jsonb)`,
    [tx.organizationId, JSON.stringify(entries)],
    "insert-audit-entries",
  );
}
