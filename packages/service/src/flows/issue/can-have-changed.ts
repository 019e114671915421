import type { InvoiceLineRow, InvoiceRow } from "@counterfoil/storage";

/** Without usage nothing can have changed, save where a draft bills again what is mixed with what was billed since. */
export function canHaveChanged(
  { subscriptionId, replacesInvoiceId }: Pick<InvoiceRow, "subscriptionId" | "replacesInvoiceId">,
  lines: readonly Pick<InvoiceLineRow, "usageThrough">[],
): boolean {
  return subscriptionId !== null && (replacesInvoiceId !== null || lines.some((line) => line.usageThrough !== null));
}
