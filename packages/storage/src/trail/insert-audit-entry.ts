import { build } from "../database/build.ts";
import type { Tx } from "../database/tx.ts";
import { json } from "../json.ts";

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

export async function insertAuditEntry(tx: Tx, entry: AuditEntryRow): Promise<void> {
  const row = { ...entry, organizationId: tx.organizationId, changes: json(entry.changes) };
  await tx.all(build.insertInto("auditEntry").values(row));
}
