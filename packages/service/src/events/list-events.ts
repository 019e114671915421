import { type ListPage, type ListQuery, listUsageEvents, type UsageEventRow } from "@counterfoil/storage";
import { type Context, read } from "../context.ts";

/** A usage event as the API shows it. */
export interface Event {
  uniqueId: string;
  /** The account as it was sent. */
  account: string;
  /** Null if no account has this name yet. The event does not count until then. */
  accountId: string | null;
  eventName: string;
  properties: UsageEventRow["properties"];
  timestamp: string;
  receivedAt: string;
}

export function listEvents(context: Context, query: ListQuery): Promise<ListPage<Event>> {
  return read(context, async (tx) => {
    const page = await listUsageEvents(tx, query);
    return { rows: page.rows.map(toEvent), total: page.total };
  });
}

/** An event as the API shows it, from its stored row. */
export function toEvent({ uniqueId, accountId, accountReference, eventName, ...rest }: UsageEventRow): Event {
  const { properties, timestamp, receivedAt } = rest;
  const account = accountReference ?? accountId ?? "";
  return { uniqueId, account, accountId, eventName, properties, timestamp, receivedAt };
}
