import { build } from "../database/build.ts";
import type { Tx } from "../database/tx.ts";
import { json } from "../json.ts";
import type { PriceRow } from "./price-row.ts";

export async function insertPrice(tx: Tx, price: PriceRow): Promise<void> {
  await tx.all(build.insertInto("price").values({ ...columns(price), organizationId: tx.organizationId }));
}

export async function updatePrice(tx: Tx, price: PriceRow): Promise<void> {
  await tx.all(
    build
      .updateTable("price")
      .set(columns(price))
      .where("organizationId", "=", tx.organizationId)
      .where("id", "=", price.id),
  );
}

function columns(price: PriceRow) {
  return {
    ...price,
    pricingModel: json(price.pricingModel),
    discount: json(price.discount),
    minimumSpend: json(price.minimumSpend),
    maximumSpend: json(price.maximumSpend),
  };
}
