import type { ProductRow, Tx } from "@counterfoil/storage";
import type { Fault } from "../errors/index.ts";
import { metricIdFaults } from "../metrics/index.ts";

/** All faults of a product before it is stored (R-CAT-1), by member. */
export async function productFaults(tx: Tx, product: ProductRow, before?: ProductRow): Promise<Fault[]> {
  const faults = await metricIdFaults(tx, product.metricIds, "/metricIds", before?.metricIds);
  const refuse = (member: string, code: string, detail: string) => faults.push({ pointer: `/${member}`, code, detail });
  if (product.feeType === "fixed") {
    if (product.metricIds.length > 0)
      refuse("metricIds", "only_for_metered", "A fixed product has no metrics. Leave out metricIds.");
    return faults;
  }
  if (product.paymentTerms !== "arrears") {
    refuse(
      "paymentTerms",
      "metered_in_arrears",
      "A metered product is paid in arrears because its usage is known only afterwards. Use arrears.",
    );
  }
  if (product.billingFrequency !== "recurring") {
    refuse("billingFrequency", "metered_recurring", "A metered product must be recurring. Use recurring.");
  }
  if (product.metricIds.length === 0) {
    refuse("metricIds", "required_for_metered", "A metered product needs at least one metric.");
  }
  return faults;
}
