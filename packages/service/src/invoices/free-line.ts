import type { InvoiceLineRow } from "@counterfoil/storage";

/** A line that somebody wrote, and no price: no contract knows of it, and no discount or spend limit applies to it. */
export function isFreeLine({ priceId, adjustmentId }: Pick<InvoiceLineRow, "priceId" | "adjustmentId">): boolean {
  return priceId === null && adjustmentId === null;
}
