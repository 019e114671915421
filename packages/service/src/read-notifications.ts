import {
  type ListPage,
  type ListQuery,
  listNotifications as listRows,
  type NotificationRow,
} from "@counterfoil/storage";
import { type Context, read } from "./context.ts";

/** What happened, oldest first: the way to follow it without webhooks (R-HOOK-2). */
export function listNotifications(context: Context, query: ListQuery): Promise<ListPage<NotificationRow>> {
  return read(context, (tx) => listRows(tx, query));
}
