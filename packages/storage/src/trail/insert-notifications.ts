import type { Tx } from "../database/tx.ts";
import { unnested } from "../database/unnested.ts";
import type { Row } from "../row.ts";

export type NewNotification = Row<"notification", "sequence" | "data"> & { data: object };

/**
 * Inserts any number of notifications in one statement, in the given order, and a delivery for every endpoint that
 * subscribes to the type. Both are committed together, so the sender does not have to read the notifications to find
 * what to deliver.
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

/** Inserts a notification that is not delivered automatically. */
export async function insertQuietNotification(tx: Tx, notification: NewNotification): Promise<void> {
  const { id, type, objectId, timestamp, data } = notification;
  await tx.sql(
    `insert into notification (organization_id, id, type, object_id, timestamp, data) values ($1, $2, $3, $4, $5, $6)`,
    [tx.organizationId, id, type, objectId, timestamp, JSON.stringify(data)],
  );
}

const COLUMNS = { id: "text", type: "text", objectId: "text", timestamp: "timestamptz", data: "json" } as const;
