import type { InvoiceLineRow } from "@counterfoil/storage";

/** The places, on its invoice, of the lines from which a discount or limit was decided. None for other lines. */
export function countedPlaces({ explanation: { basis } }: Pick<InvoiceLineRow, "explanation">): readonly number[] {
  return basis?.kind === "adjustment" ? (basis["positions"] as readonly number[]) : [];
}
