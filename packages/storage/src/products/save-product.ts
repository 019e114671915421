import { build } from "../database/build.ts";
import type { Tx } from "../database/tx.ts";
import type { ProductRow } from "./product-row.ts";

export async function insertProduct(tx: Tx, product: ProductRow): Promise<void> {
  await tx.all(build.insertInto("product").values({ ...product, organizationId: tx.organizationId }));
}

export async function updateProduct(tx: Tx, product: ProductRow): Promise<void> {
  await tx.all(
    build
      .updateTable("product")
      .set(product)
      .where("organizationId", "=", tx.organizationId)
      .where("id", "=", product.id),
  );
}
