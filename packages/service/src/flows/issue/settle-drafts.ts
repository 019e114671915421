import { findInvoiceLines, type InvoiceRow } from "@counterfoil/storage";
import type { Work } from "../../context.ts";
import { canHaveChanged } from "./can-have-changed.ts";
import { inOrderOfBilling, roundsOfBilling } from "./order-of-billing.ts";
import { putDraftAside } from "./put-draft-aside.ts";
import { settleTaxes } from "../../invoice-taxes/index.ts";
import { decideAgain } from "../../billing/index.ts";
import { type WrittenInvoice, writtenInvoice } from "../../invoices/index.ts";

/**
 * Decides the drafts' lines again, because late usage within the grace belongs to them. Puts aside a draft that cannot
 * be decided.
 */
export async function settleDrafts(work: Work, drafts: readonly InvoiceRow[], now: string): Promise<WrittenInvoice[]> {
  if (drafts.length === 0) return [];
  const read = await findInvoiceLines(
    work.tx,
    drafts.map(({ id }) => id),
  );
  const linesOf = Map.groupBy(read, (line) => line.invoiceId);
  const stale = drafts.filter((draft) => canHaveChanged(draft, linesOf.get(draft.id) ?? []));
  const settled = drafts
    .filter((draft) => !stale.includes(draft))
    .map((draft) => writtenInvoice(draft, linesOf.get(draft.id) ?? []));
  // Drafts of one subscription are decided one after the other, because each counts the amounts of the one before.
  for (const round of roundsOfBilling(stale)) {
    const decided = await decideAgain(work, round, linesOf);
    for (const { id, failure } of decided.failures) await putDraftAside(work, id, failure, now);
    settled.push(...decided.settled);
  }
  // A draft that gives back from another draft uses that draft's taxes, so it comes after it.
  return settleTaxes(work.tx, inOrderOfBilling(settled));
}
