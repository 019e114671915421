import { build } from "../database/build.ts";
import type { Tx } from "../database/tx.ts";
import type { TaxRateRow } from "./tax-rate-row.ts";

export async function insertTaxRate(tx: Tx, rate: TaxRateRow): Promise<void> {
  await tx.all(build.insertInto("taxRate").values({ ...rate, organizationId: tx.organizationId }));
}

export async function updateTaxRate(tx: Tx, rate: TaxRateRow): Promise<void> {
  await tx.all(
    build.updateTable("taxRate").set(rate).where("organizationId", "=", tx.organizationId).where("id", "=", rate.id),
  );
}
