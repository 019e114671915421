import { Decimal } from "@counterfoil/engine";
import type { InvoiceRow, OrganizationRow } from "@counterfoil/storage";

/** Whether a draft is left out where it comes to zero. What somebody wrote by hand is issued whatever it comes to. */
export function isSkipped(
  { subscriptionId, total }: Pick<InvoiceRow, "subscriptionId" | "total">,
  { zeroAmountInvoices }: Pick<OrganizationRow, "zeroAmountInvoices">,
): boolean {
  return zeroAmountInvoices === "skip" && subscriptionId !== null && Decimal.of(total).isZero();
}
