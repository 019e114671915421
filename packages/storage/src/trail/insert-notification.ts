import { build } from "../database/build.ts";
import type { Tx } from "../database/tx.ts";
import { json } from "../json.ts";

export interface NewNotification {
  id: string;
  type: string;
  objectId: string;
  timestamp: string;
  data: object;
}

export async function insertNotification(tx: Tx, notification: NewNotification): Promise<void> {
  const row = { ...notification, organizationId: tx.organizationId, data: json(notification.data) };
  await tx.all(build.insertInto("notification").values(row));
}
