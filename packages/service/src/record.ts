import { isDeepStrictEqual } from "node:util";
import { insertAuditEntries, insertNotifications } from "@counterfoil/storage";
import type { Work } from "./context.ts";
import type { NotificationType } from "./notification-types.ts";

export type { NotificationType } from "./notification-types.ts";

/** One change for the audit log. */
export interface AuditedChange {
  readonly action: string;
  readonly objectId: string;
  readonly before?: object | null;
  readonly after?: object | null;
}

/** The parts of the context that an audit entry needs. */
export type AuditWork = Pick<Work, "tx" | "clock" | "ids" | "actor" | "requestId" | "agent">;

/**
 * Audits one change in the transaction that makes it (R-AUDIT-1, invariant 5). Stores only the members that changed.
 */
export function audit(work: AuditWork, change: AuditedChange): Promise<void> {
  return auditAll(work, [change]);
}

/** Audits many changes in one statement. */
export async function auditAll(work: AuditWork, changes: readonly AuditedChange[]): Promise<void> {
  const at = work.clock.now();
  const entries = changes.map(({ action, objectId, before, after }) => ({
    id: work.ids.next("aud"),
    at,
    actorType: work.actor.type,
    actorId: work.actor.id,
    requestId: work.requestId,
    action,
    objectId,
    changes: changedMembers(before ?? {}, after ?? {}),
    agent: work.agent ?? null,
  }));
  insertAuditEntries(work.tx, entries);
}

/** An event for the outbox. `data` is the current resource as the API shows it, which the notification keeps. */
export interface NewEvent {
  readonly type: NotificationType;
  readonly objectId: string;
  readonly data: object;
}

/** Appends a notification to the outbox, in the transaction of its event (R-HOOK-2). */
export function notify(work: Work, type: NotificationType, objectId: string, data: object): Promise<void> {
  return notifyAll(work, [{ type, objectId, data }]);
}

/** Appends many notifications in one statement, in the given order. */
export async function notifyAll(work: Work, happened: readonly NewEvent[]): Promise<void> {
  const timestamp = work.clock.now();
  const notifications = happened.map((one) => ({ ...one, id: work.ids.next("ntf"), timestamp }));
  insertNotifications(work.tx, notifications);
}

function changedMembers(before: object, after: object): Record<string, { before: unknown; after: unknown }> {
  const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const changes: Record<string, { before: unknown; after: unknown }> = {};
  for (const member of Object.keys({ ...old, ...now })) {
    const [was, is] = [old[member], now[member]];
    if (was === is || member === "updatedAt" || isDeepStrictEqual(was, is)) continue;
    changes[member] = { before: was ?? null, after: is ?? null };
  }
  return changes;
}
