import type { Tx } from "../database/tx.ts";
import { unnested } from "../database/unnested.ts";

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
  const { columns, source, values } = unnested(notifications, COLUMNS);
  await tx.sql(
    `insert into notification (organization_id, ${columns}) select $1, ${columns} from ${source}`,
    [tx.organizationId, ...values],
    "insert-notifications",
  );
}

const COLUMNS = { id: "text", type: "text", objectId: "text", timestamp: "timestamptz", data: "json" } as const;
