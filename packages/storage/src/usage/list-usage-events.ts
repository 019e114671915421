import type { Tx } from "../database/tx.ts";
import { acrossBorder, type Border } from "../history/border.ts";
import { type CopiedEvent, findCopiedEvents } from "../history/copied-events.ts";
import { listRows, type ListFields, type ListPage, type ListQuery } from "../lists/list.ts";
import { placesOfPage } from "./list-both-stores.ts";
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
  only: `named_usage_event.organization_number = ${ORGANIZATION_NUMBER} and named_usage_event.voided_sequence is null`,
};

const LISTED = { table: "named_usage_event", fields: USAGE_EVENT_FIELDS, ...IN_ORDER_OF_COUNTING };

/** One page of events, by default in the order in which they began to count. */
export async function listUsageEvents(tx: Tx, query: ListQuery): Promise<ListPage<UsageEventRow>> {
  return acrossBorder(
    tx,
    async (border) => {
      if (border === null) return listRows<UsageEventRow>(tx, LISTED, query);
      const { places, count: total } = await placesOfPage(tx, border, LISTED, query);
      return { rows: await readPlaces(tx, border, places), total };
    },
    { reads: "as_configured", from: firstAsked(query) },
  );
}

/** No event on any page happened earlier; null if the filters do not say. */
function firstAsked({ filters }: ListQuery): string | null {
  const from = filters.find(
    ({ field, operator }) => field === "timestamp" && (operator === "gte" || operator === "gt"),
  );
  return typeof from?.value === "string" ? from.value : null;
}

/** The events at these places, in their order. */
async function readPlaces(
  tx: Tx,
  border: Border,
  places: readonly { readonly sequence: string; readonly isCopied: boolean }[],
): Promise<UsageEventRow[]> {
  const of = (isCopied: boolean) => places.filter((each) => each.isCopied === isCopied).map(({ sequence }) => sequence);
  const stored = await findEventsBySequence(tx, of(false));
  const copied = await findCopiedEvents(tx, border, of(true));
  const found = new Map([...stored, ...copied.map(toUsageEventRow)].map((row) => [row.sequence, row]));
  return places.flatMap(({ sequence }) => found.get(sequence) ?? []);
}

/** The events of PostgreSQL with these sequences, in no order. */
export async function findEventsBySequence(tx: Tx, sequences: readonly string[]): Promise<UsageEventRow[]> {
  if (sequences.length === 0) return [];
  return tx.sql<UsageEventRow>(
    `select * from named_usage_event where organization_number = ${ORGANIZATION_NUMBER} and sequence = any($2)`,
    [tx.organizationId, sequences],
  );
}

/** A copied event as PostgreSQL's rows are read. */
export function toUsageEventRow(event: CopiedEvent): UsageEventRow {
  return { ...event, properties: JSON.parse(event.properties) as UsageEventRow["properties"] };
}
