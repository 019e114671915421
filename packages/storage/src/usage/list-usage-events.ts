import type { Tx } from "../database/tx.ts";
import { listRows, type ListFields, type ListPage, type ListQuery } from "../lists/list.ts";

/** An event as it is stored; `properties` parsed for showing, where a float is what a reader of JSON makes of a number. */
export interface UsageEventRow {
  /** Its place in the order in which events began to count. */
  sequence: string;
  uniqueId: string;
  accountId: string | null;
  /** The account as it was sent; null when that was its id. */
  accountReference: string | null;
  eventName: string;
  properties: Record<string, string | number | boolean>;
  timestamp: string;
  receivedAt: string;
}

export const USAGE_EVENT_FIELDS: ListFields = {
  uniqueId: { type: "text", sql: "usage_event.unique_id" },
  account: { type: "text", sql: "coalesce(usage_event.account_reference, usage_event.account_id)" },
  accountId: { type: "text", sql: "usage_event.account_id" },
  eventName: { type: "text", sql: "usage_event.event_name" },
  timestamp: { type: "instant", sql: "usage_event.timestamp" },
  receivedAt: { type: "instant", sql: "usage_event.received_at" },
};

const IN_ORDER_OF_COUNTING = {
  order: "usage_event.sequence",
  key: "sequence",
  only: "usage_event.voided_sequence is null",
};

/** Events page by page; without a sort in the order in which they began to count. */
export async function listUsageEvents(tx: Tx, query: ListQuery): Promise<ListPage<UsageEventRow>> {
  return listRows<UsageEventRow>(tx, "usage_event", USAGE_EVENT_FIELDS, query, IN_ORDER_OF_COUNTING);
}
