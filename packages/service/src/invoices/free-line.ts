import type { InvoiceLineRow } from "@counterfoil/storage";

/**
 * A line that a user wrote, without a price. It belongs to no contract, and no discount or spend limit applies to it.
 */
export function isFreeLine({ priceId, adjustmentId }: Pick<InvoiceLineRow, "priceId" | "adjustmentId">): boolean {
  return priceId === null && adjustmentId === null;
}
