import type { Tx } from "../database/tx.ts";
import { findDroppedIds } from "../dropped-months/dropped-ids.ts";
import { ORGANIZATION_NUMBER } from "../usage/organization-number.ts";
import type { SearchedType, SearchMatch } from "./search-row.ts";

interface Holder {
  readonly type: SearchedType;
  readonly table: string;
  /** The column with the ID of the object that is opened. Default: the ID itself. */
  readonly object?: string;
}

/** Where IDs are found, by their prefix. The ID of a part leads to the object that shows it. */
const HOLDERS: ReadonlyMap<string, Holder> = new Map<string, Holder>([
  ["acct", { type: "account", table: "account" }],
  ["contact", { type: "account", table: "contact", object: "account_id" }],
  ["sub", { type: "subscription", table: "subscription" }],
  ["subv", { type: "subscription", table: "subscription_version", object: "subscription_id" }],
  ["inv", { type: "invoice", table: "invoice" }],
  ["line", { type: "invoice", table: "invoice_line", object: "invoice_id" }],
  ["pay", { type: "payment", table: "payment" }],
  ["ref", { type: "payment", table: "refund", object: "payment_id" }],
  ["cn", { type: "credit_note", table: "credit_note" }],
  ["grant", { type: "credit_grant", table: "credit_grant" }],
  ["prod", { type: "product", table: "product" }],
  ["price", { type: "price", table: "price" }],
  ["bun", { type: "price_bundle", table: "bundle" }],
  ["plan", { type: "plan", table: "plan" }],
  ["metric", { type: "metric", table: "metric" }],
  ["feat", { type: "feature", table: "feature" }],
  ["mail", { type: "mail", table: "mail" }],
  ["tax", { type: "tax_rate", table: "tax_rate" }],
  ["alert", { type: "usage_alert", table: "usage_alert" }],
  ["clock", { type: "test_clock", table: "test_clock" }],
]);

/** Up to `limit` objects whose ID, or the ID of a part, begins with the query. */
export async function findById(tx: Tx, query: string, limit: number): Promise<SearchMatch[]> {
  const holder = HOLDERS.get(query.split("_")[0] ?? "");
  if (holder === undefined) return [];
  const { type, table, object = "id" } = holder;
  return tx.sql<SearchMatch>(
    `select distinct '${type}' as type, ${object} as id, 'id' as reason, id = $2 as is_exact from (
       select * from ${table} where organization_id = $1 and id >= $2 and id < $2 || chr(1114111) order by id limit $3
     ) as found order by 2`,
    [tx.organizationId, query, limit],
  );
}

/** The event with this `uniqueId`. */
export async function findEventById(tx: Tx, uniqueId: string): Promise<SearchMatch[]> {
  const found = await tx.sql<SearchMatch>(
    `select 'event' as type, unique_id as id, 'unique_id' as reason, true as is_exact from usage_event_key
     where organization_number = ${ORGANIZATION_NUMBER} and unique_id = $2`,
    [tx.organizationId, uniqueId],
    "search-event",
  );
  if (found.length > 0) return found;
  const dropped = await findDroppedIds(tx, [uniqueId]);
  return dropped.map(({ uniqueId: id }) => ({ type: "event", id, reason: "unique_id", isExact: true }));
}
