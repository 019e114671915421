import { Decimal } from "@counterfoil/engine";
import type { InvoiceRow, OrganizationRow } from "@counterfoil/storage";

/** Whether a draft is skipped because its total is zero. An invoice that a user wrote is always issued. */
export function isSkipped(
  { subscriptionId, total }: Pick<InvoiceRow, "subscriptionId" | "total">,
  { zeroAmountInvoices }: Pick<OrganizationRow, "zeroAmountInvoices">,
): boolean {
  return zeroAmountInvoices === "skip" && subscriptionId !== null && Decimal.of(total).isZero();
}
