import { Decimal, type Take } from "@counterfoil/engine";
import { findStandingInvoices, type StoredBasis, type StoredTake, type Tx } from "@counterfoil/storage";

/**
 * Reads what lines take back, from the current invoices: an invoice that was billed again is replaced by its
 * replacement.
 */
export async function readStandingTakes(
  tx: Tx,
  written: readonly (readonly StoredTake[] | null)[],
): Promise<(takes: readonly StoredTake[] | null) => readonly Take[] | undefined> {
  const ids = new Set(written.flatMap((takes) => (takes ?? []).map(({ invoiceId }) => invoiceId)));
  const standing = new Map((await findStandingInvoices(tx, [...ids])).map(({ id, standingId }) => [id, standingId]));
  return (takes) =>
    takes?.map(({ invoiceId, amount }) => ({
      invoiceId: standing.get(invoiceId) ?? invoiceId,
      amount: Decimal.of(amount),
    }));
}

/** What a line was decided to take back. Null for a charge, and for a line that does not record it. */
export function writtenTakes(basis: StoredBasis | undefined): readonly StoredTake[] | null {
  return (basis?.["takes"] as readonly StoredTake[] | undefined) ?? null;
}
