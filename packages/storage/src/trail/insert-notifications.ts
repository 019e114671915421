import type { Tx } from "../database/tx.ts";

export interface NewNotification {
  id: string;
  type: string;
  objectId: string;
  timestamp: string;
  data: object;
}

/** Appends any number of notifications in one statement, in the order given. */
export async function insertNotifications(tx: Tx, notifications: readonly NewNotification[]): Promise<void> {
  if (notifications.length === 0) return;
  await tx.sql(
    `insert into notification (organization_id, id, type, object_id, timestamp, data)
     select $1, id, type, "objectId", timestamp, data
     from jsonb_to_recordset($2) as n (id text, type text, "objectId" text, timestamp timestamptz, data jsonb)`,
    [tx.organizationId, JSON.stringify(notifications)],
    "insert-notifications",
  );
}
