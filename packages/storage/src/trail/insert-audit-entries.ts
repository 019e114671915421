import type { Tx } from "../database/tx.ts";
import { unnested } from "../database/unnested.ts";
import type { Row } from "../row.ts";

export type AuditEntryRow = Row<"auditEntry">;

/** Inserts any number of entries in one statement and queues them for the next seal. */
export function insertAuditEntries(tx: Tx, entries: readonly AuditEntryRow[]): void {
  if (entries.length === 0) return;
  const { columns, source, values } = unnested(entries, COLUMNS);
  tx.send(
    `with added as (
       insert into audit_entry (organization_id, ${columns}) select $1, ${columns} from ${source}
       returning organization_id, id
     )
     insert into audit_unsealed (organization_id, entry_id) select organization_id, id from added`,
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
  agent: "text",
} as const;
