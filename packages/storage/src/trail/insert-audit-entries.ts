import type { Tx } from "../database/tx.ts";
import { unnested } from "../database/unnested.ts";

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
  const { columns, source, values } = unnested(entries, COLUMNS);
  await tx.sql(
    `insert into audit_entry (organization_id, ${columns}) select $1, ${columns} from ${source}`,
    [tx.organizationId, ...values],
    "insert-audit-entries",
  );
}

const COLUMNS = {
  id: "text",
  at: "timestamptz",
  actorType: "text",
  actorId: "text",
  requestId: "text",
  action: "text",
  objectId: "text",
  changes: "json",
} as const;
