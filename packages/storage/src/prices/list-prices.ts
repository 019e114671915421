import type { Tx } from "../database/tx.ts";
import { listRows, type ListFields, type ListPage, type ListQuery } from "../lists/list.ts";
import type { PriceRow } from "./price-row.ts";

export const PRICE_FIELDS: ListFields = {
  id: { type: "text", sql: "price.id" },
  type: { type: "text", sql: "price.type" },
  productId: { type: "text", sql: "price.product_id" },
  metricIds: { type: "list", sql: "price.metric_ids" },
  billingInterval: { type: "text", sql: "price.billing_interval" },
  currency: { type: "text", sql: "price.currency" },
  subscriptionId: { type: "text", sql: "price.subscription_id" },
  replacesPriceId: { type: "text", sql: "price.replaces_price_id" },
  replacedByPriceId: { type: "text", sql: "price.replaced_by_price_id" },
  trialPeriodDays: { type: "integer", sql: "price.trial_period_days" },
  archivedAt: { type: "instant", sql: "price.archived_at" },
  createdAt: { type: "instant", sql: "price.created_at" },
  updatedAt: { type: "instant", sql: "price.updated_at" },
};

export function listPrices(tx: Tx, query: ListQuery): Promise<ListPage<PriceRow>> {
  return listRows<PriceRow>(tx, { table: "price", fields: PRICE_FIELDS }, query);
}
