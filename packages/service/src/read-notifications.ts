import {
  type ListPage,
  type ListQuery,
  listNotifications as listRows,
  type NotificationRow,
} from "@counterfoil/storage";
import { type Context, read } from "./context.ts";

/** Notifications, oldest first. Clients can poll this list instead of receiving webhooks (R-HOOK-2). */
export function listNotifications(context: Context, query: ListQuery): Promise<ListPage<NotificationRow>> {
  return read(context, (tx) => listRows(tx, query));
}
