import { isDeepStrictEqual } from "node:util";
import { insertAuditEntry, insertNotification } from "@counterfoil/storage";
import type { Work } from "./context.ts";

/** The notifications written so far (R-HOOK-1); each is added with the use case that causes it. */
export type NotificationType =
  | "account.created"
  | "account.updated"
  | "subscription.sent"
  | "subscription.accepted"
  | "subscription.activated"
  | "subscription.renewed"
  | "subscription.version.published"
  | "subscription.version.superseded"
  | "invoice.created"
  | "invoice.issued"
  | "invoice.paid"
  | "invoice.failed";

/** Audits one change in the transaction that makes it (R-AUDIT-1, invariant 5): only the members that changed. */
export async function audit(
  work: Work,
  change: { action: string; objectId: string; before?: object | null; after?: object | null },
): Promise<void> {
  await insertAuditEntry(work.tx, {
    id: work.ids.next("aud"),
    at: work.clock.now(),
    actorType: work.actor.type,
    actorId: work.actor.id,
    requestId: work.requestId,
    action: change.action,
    objectId: change.objectId,
    changes: changedMembers(change.before ?? {}, change.after ?? {}),
  });
}

/** Appends to the outbox: `data` is the resource as the API shows it, frozen now. */
export async function notify(work: Work, type: NotificationType, objectId: string, data: object): Promise<void> {
  await insertNotification(work.tx, { id: work.ids.next("ntf"), type, objectId, timestamp: work.clock.now(), data });
}

function changedMembers(before: object, after: object): Record<string, { before: unknown; after: unknown }> {
  const old = new Map(Object.entries(before));
  const now = new Map(Object.entries(after));
  const changes: Record<string, { before: unknown; after: unknown }> = {};
  for (const member of new Set([...old.keys(), ...now.keys()])) {
    if (member === "updatedAt" || isDeepStrictEqual(old.get(member), now.get(member))) continue;
    changes[member] = { before: old.get(member) ?? null, after: now.get(member) ?? null };
  }
  return changes;
}
