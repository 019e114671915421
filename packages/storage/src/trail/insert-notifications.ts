import type { Tx } from "../database/tx.ts";
import { unnested } from "../database/unnested.ts";
import type { Row } from "../row.ts";

export type NewNotification = Row<"notification", "sequence" | "data"> & { data: object };

/**
 * Appends any number of notifications in one statement, in the order given, and a delivery of each for every endpoint that asks
 * for its type: both are there from one commit on, and nobody has to follow the notifications to find what is to be sent.
 */
export function insertNotifications(tx: Tx, notifications: readonly NewNotification[]): void {
  if (notifications.length === 0) return;
  const { columns, source, values } = unnested(notifications, COLUMNS);
  tx.send(
    `with written as (
       insert into notification (organization_id, ${columns}) select $1, ${columns} from ${source}
       returning id, object_id, type, sequence, timestamp
     )
     insert into webhook_delivery (organization_id, endpoint_id, notification_id, object_id, type, sequence, happened_at, status,
       next_attempt_at, attempts, tries)
     select $1, e.id, w.id, w.object_id, w.type, w.sequence, w.timestamp, 'pending', 'epoch', 0, 0
     from written w join webhook_endpoint e
       on e.organization_id = $1 and e.enabled and e.deleted_at is null and is_asked_for(w.type, e.event_types)`,
    [tx.organizationId, ...values],
    "insert-notifications",
  );
}

/** Appends a notification that nobody is sent by itself. */
export async function insertQuietNotification(tx: Tx, notification: NewNotification): Promise<void> {
  const { id, type, objectId, timestamp, data } = notification;
  await tx.sql(
    `insert into notification (organization_id, id, type, object_id, timestamp, data) values ($1, $2, $3, $4, $5, $6)`,
    [tx.organizationId, id, type, objectId, timestamp, JSON.stringify(data)],
  );
}

const COLUMNS = { id: "text", type: "text", objectId: "text", timestamp: "timestamptz", data: "json" } as const;
