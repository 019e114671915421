import type { Tx } from "../database/tx.ts";
import { listRows, type ListFields, type ListPage, type ListQuery } from "../lists/list.ts";
import type { Row } from "../row.ts";

/** An event, as the API showed it at the time (R-HOOK-1). */
export type NotificationRow = Row<"notification", "sequence">;

export const NOTIFICATION_FIELDS: ListFields = {
  id: { type: "text", sql: "notification.id" },
  type: { type: "text", sql: "notification.type" },
  objectId: { type: "text", sql: "notification.object_id", names: "account" },
  timestamp: { type: "instant", sql: "notification.timestamp" },
};

/** In the order in which they were written, unless the query sorts them. */
export async function listNotifications(tx: Tx, query: ListQuery): Promise<ListPage<NotificationRow>> {
  return listRows<NotificationRow>(
    tx,
    { table: "notification", fields: NOTIFICATION_FIELDS, order: "notification.sequence" },
    query,
  );
}
