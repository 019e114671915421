import type { ProductRow, Tx } from "@counterfoil/storage";
import type { Fault } from "../errors/index.ts";
import { metricIdFaults } from "../metrics/index.ts";

/** Everything that is wrong with a product as it would be written (R-CAT-1), each member by name. */
export async function productFaults(tx: Tx, product: ProductRow, before?: ProductRow): Promise<Fault[]> {
  const faults = await metricIdFaults(tx, product.metricIds, "/metricIds", before?.metricIds);
  const refuse = (member: string, code: string, detail: string) => faults.push({ pointer: `/${member}`, code, detail });
  if (product.feeType === "fixed") {
    if (product.metricIds.length > 0) refuse("metricIds", "only_for_metered", "A fixed product has no metrics.");
    return faults;
  }
  if (product.paymentTerms !== "arrears") {
    refuse(
      "paymentTerms",
      "metered_in_arrears",
      "A metered product is paid in arrears: its usage is known afterwards.",
    );
  }
  if (product.billingFrequency !== "recurring") {
    refuse("billingFrequency", "metered_recurring", "A metered product is recurring.");
  }
  if (product.metricIds.length === 0) {
    refuse("metricIds", "required_for_metered", "A metered product needs at least one metric.");
  }
  return faults;
}
