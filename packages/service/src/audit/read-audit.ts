import { type AuditEntryRow, type AuditQuestion, findAuditEntries } from "@counterfoil/storage";
import { type Context, read } from "../context.ts";

/** One change as the audit log shows it. */
export interface AuditEntry {
  id: string;
  at: string;
  actor: { type: string; id: string | null };
  requestId: string | null;
  /** The program that acted for the actor, as it named itself. */
  agent: string | null;
  action: string;
  objectId: string;
  /** The old and new value of each member. Null if there was or is no value. */
  changes: Record<string, unknown>;
}

/** A page of the audit log, newest change first (R-AUDIT-1). */
export function listAudit(
  context: Context,
  question: AuditQuestion,
  cursor: string | null,
  limit: number,
): Promise<{ items: AuditEntry[]; nextCursor: string | null }> {
  return read(context, async (tx) => {
    const rows = await findAuditEntries(tx, question, cursor, limit + 1);
    const items = rows.slice(0, limit).map(toAuditEntry);
    return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
  });
}

function toAuditEntry({ actorType, actorId, changes, ...row }: AuditEntryRow): AuditEntry {
  return { ...row, actor: { type: actorType, id: actorId }, changes: changes as Record<string, unknown> };
}
