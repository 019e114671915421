import type { Tx } from "../database/tx.ts";
import { listRows, type ListFields, type ListPage, type ListQuery } from "../lists/list.ts";
import type { ProductRow } from "./product-row.ts";

export const PRODUCT_FIELDS: ListFields = {
  id: { type: "text", sql: "product.id" },
  name: { type: "text", sql: "product.name" },
  description: { type: "text", sql: "product.description" },
  sku: { type: "text", sql: "product.sku" },
  feeType: { type: "text", sql: "product.fee_type" },
  paymentTerms: { type: "text", sql: "product.payment_terms" },
  billingFrequency: { type: "text", sql: "product.billing_frequency" },
  metricIds: { type: "list", sql: "product.metric_ids" },
  unitLabel: { type: "text", sql: "product.unit_label" },
  taxCategory: { type: "text", sql: "product.tax_category" },
  archivedAt: { type: "instant", sql: "product.archived_at" },
  createdAt: { type: "instant", sql: "product.created_at" },
  updatedAt: { type: "instant", sql: "product.updated_at" },
};

export function listProducts(tx: Tx, query: ListQuery): Promise<ListPage<ProductRow>> {
  return listRows<ProductRow>(tx, { table: "product", fields: PRODUCT_FIELDS }, query);
}
