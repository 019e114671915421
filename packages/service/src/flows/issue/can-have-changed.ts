import type { InvoiceLineRow, InvoiceRow } from "@counterfoil/storage";

/** Without usage a draft cannot have changed, unless it replaces a void invoice: then later bills may affect it. */
export function canHaveChanged(
  { subscriptionId, replacesInvoiceId }: Pick<InvoiceRow, "subscriptionId" | "replacesInvoiceId">,
  lines: readonly Pick<InvoiceLineRow, "usageThrough">[],
): boolean {
  return subscriptionId !== null && (replacesInvoiceId !== null || lines.some((line) => line.usageThrough !== null));
}
