import type { Tx } from "../database/tx.ts";
import { listRows, type ListFields, type ListPage, type ListQuery } from "../lists/list.ts";
import { ORGANIZATION_NUMBER } from "./organization-number.ts";

/** An event as stored. `properties` is parsed for display, so numbers may lose digits as in any JSON parser. */
export interface UsageEventRow {
  /** Its position in the order in which events began to count. */
  sequence: string;
  uniqueId: string;
  accountId: string | null;
  /** The account as it was sent; null if that was its ID. */
  accountReference: string | null;
  eventName: string;
  properties: Record<string, string | number | boolean>;
  timestamp: string;
  receivedAt: string;
  /** The cost that was sent with it; null if none was. */
  cost: { amount: string; currency: string } | null;
}

export const USAGE_EVENT_FIELDS: ListFields = {
  uniqueId: { type: "text", sql: "named_usage_event.unique_id" },
  account: { type: "text", sql: "coalesce(named_usage_event.account_reference, named_usage_event.account_id)" },
  accountId: { type: "text", sql: "named_usage_event.account_id", names: "account" },
  eventName: { type: "text", sql: "named_usage_event.event_name" },
  timestamp: { type: "instant", sql: "named_usage_event.timestamp" },
  receivedAt: { type: "instant", sql: "named_usage_event.received_at" },
};

const IN_ORDER_OF_COUNTING = {
  order: "named_usage_event.sequence",
  key: "sequence",
  only: `named_usage_event.organization_number = ${ORGANIZATION_NUMBER} and named_usage_event.voided_sequence is null
    and (select require_usage_since(null))`,
};

/** One page of events, by default in the order in which they began to count. */
export async function listUsageEvents(tx: Tx, query: ListQuery): Promise<ListPage<UsageEventRow>> {
  return listRows<UsageEventRow>(
    tx,
    { table: "named_usage_event", fields: USAGE_EVENT_FIELDS, ...IN_ORDER_OF_COUNTING },
    query,
  );
}
