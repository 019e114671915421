import { findInvoiceLines, type InvoiceLineRow, type InvoiceRow } from "@counterfoil/storage";
import type { Work } from "../../context.ts";
import { putDraftAside } from "./put-draft-aside.ts";
import { settleTaxes } from "../../invoice-taxes/index.ts";
import { decideAgain } from "../../billing/index.ts";
import { type WrittenInvoice, writtenInvoice } from "../../invoices/index.ts";

/** The drafts with lines decided anew: late usage within the grace belongs to them. One that cannot be decided is put aside. */
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
  // Of one subscription one after the other: each counts what the one before it came to.
  for (const round of rounds(stale)) {
    const decided = await decideAgain(work, round, linesOf);
    for (const { id, failure } of decided.failures) await putDraftAside(work, id, failure, now);
    settled.push(...decided.settled);
  }
  // What gives back of a draft bears the taxes that this one has by then, so it comes after it.
  return settleTaxes(work.tx, inOrderOfBilling(settled));
}

/** Without usage nothing can have changed, save where a draft bills again what is mixed with what was billed since. */
function canHaveChanged({ subscriptionId, replacesInvoiceId }: InvoiceRow, lines: readonly InvoiceLineRow[]): boolean {
  return subscriptionId !== null && (replacesInvoiceId !== null || lines.some((line) => line.usageThrough !== null));
}

export function inOrderOfBilling(drafts: readonly WrittenInvoice[]): WrittenInvoice[] {
  return drafts.toSorted((a, b) => (orderOf(a.invoice) < orderOf(b.invoice) ? -1 : 1));
}

/** The drafts in the order of billing, no two of one subscription in a round. */
function rounds(drafts: readonly InvoiceRow[]): InvoiceRow[][] {
  const ordered = drafts.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  const queues = [...Map.groupBy(ordered, (draft) => draft.subscriptionId).values()];
  const longest = Math.max(0, ...queues.map((queue) => queue.length));
  return Array.from({ length: longest }, (_, place) => queues.flatMap((queue) => queue[place] ?? []));
}

/** Drafts are issued in the order of billing. */
function orderOf({ billingDate, id }: InvoiceRow): string {
  return billingDate + id;
}
