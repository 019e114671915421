import { build } from "../database/build.ts";
import type { Tx } from "../database/tx.ts";
import { listRows, type ListFields, type ListPage, type ListQuery } from "../lists/list.ts";
import type { Row } from "../row.ts";

/** What a million tokens of a model cost the organization, from an instant on (R-AI-1). */
export type ModelPriceRow = Row<"modelPrice">;

export const MODEL_PRICE_FIELDS: ListFields = {
  id: { type: "text", sql: "model_price.id" },
  provider: { type: "text", sql: "model_price.provider" },
  model: { type: "text", sql: "model_price.model" },
  currency: { type: "text", sql: "model_price.currency" },
  validFrom: { type: "instant", sql: "model_price.valid_from" },
  validUntil: { type: "instant", sql: "model_price.valid_until" },
  createdAt: { type: "instant", sql: "model_price.created_at" },
  updatedAt: { type: "instant", sql: "model_price.updated_at" },
};

export function listModelPrices(tx: Tx, query: ListQuery): Promise<ListPage<ModelPriceRow>> {
  return listRows<ModelPriceRow>(tx, { table: "model_price", fields: MODEL_PRICE_FIELDS }, query);
}

export async function findModelPrice(
  tx: Tx,
  id: string,
  lock: "for no key update" | "" = "",
): Promise<ModelPriceRow | undefined> {
  const text = `select * from model_price where organization_id = $1 and id = $2 ${lock}`;
  const [row] = await tx.sql<ModelPriceRow>(text, [tx.organizationId, id]);
  return row;
}

/** Inserts a price. Returns false if one of the same model, in any letters, with the same beginning exists. */
export async function insertModelPrice(tx: Tx, price: ModelPriceRow): Promise<boolean> {
  const rows = await tx.all(
    build
      .insertInto("modelPrice")
      .values({ ...price, organizationId: tx.organizationId })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id"),
  );
  return rows.length > 0;
}

export async function endModelPrice(tx: Tx, { id, validUntil, updatedAt }: ModelPriceRow): Promise<void> {
  await tx.sql("update model_price set valid_until = $3, updated_at = $4 where organization_id = $1 and id = $2", [
    tx.organizationId,
    id,
    validUntil,
    updatedAt,
  ]);
}

export async function deleteModelPrice(tx: Tx, id: string): Promise<void> {
  await tx.sql("delete from model_price where organization_id = $1 and id = $2", [tx.organizationId, id]);
}
