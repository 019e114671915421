import {
  findDraftsBefore,
  findInvoiceLines,
  findLinesOfDrafts,
  type InvoiceLineRow,
  type InvoiceRow,
} from "@counterfoil/storage";
import type { Work } from "../../context.ts";
import { canHaveChanged } from "./can-have-changed.ts";
import { inOrderOfBilling, roundsOfBilling } from "./order-of-billing.ts";
import { putDraftAside } from "./put-draft-aside.ts";
import { settleTaxes, taxInvoices } from "../../invoice-taxes/index.ts";
import { decideAgain, decideDrafts, type DecidingOptions, foreseenLines } from "../../billing/index.ts";
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
  // Earlier drafts that stay drafts will have their late usage, so it is not charged here.
  const foreseen = foreseenLines(
    await foreseeDrafts(work, await findDraftsBefore(work.tx, stale), { isOnlyShown: true }),
  );
  // Drafts of one subscription are decided one after the other, because each counts the amounts of the one before.
  for (const round of roundsOfBilling(stale)) {
    const decided = await decideAgain(work, round, linesOf, { foreseen });
    for (const { id, failure } of decided.failures) await putDraftAside(work, id, failure, now);
    settled.push(...decided.settled);
  }
  // A draft that gives back from another draft uses that draft's taxes, so it comes after it.
  return settleTaxes(work.tx, inOrderOfBilling(settled));
}

/**
 * The drafts as they would be issued now, with these expected events as usage, each after those before it. Writes nothing. A
 * draft that cannot be decided stays as it is.
 */
export async function foreseeDrafts(
  work: Work,
  drafts: readonly InvoiceRow[],
  options: DecidingOptions,
): Promise<WrittenInvoice[]> {
  if (drafts.length === 0) return [];
  const ids = drafts.map(({ id }) => id);
  const linesOf = Map.groupBy(await findLinesOfDrafts(work.tx, ids), (line) => line.invoiceId);
  const stale = drafts.filter((draft) => canHaveChanged(draft, linesOf.get(draft.id) ?? []));
  const settled: WrittenInvoice[] = [];
  const foreseen = new Map<string, readonly InvoiceLineRow[]>();
  for (const round of roundsOfBilling(stale)) {
    const decided = await decideDrafts(work, round, linesOf, { ...options, foreseen });
    for (const { invoice, lines } of decided.settled) foreseen.set(invoice.id, lines);
    for (const id of decided.emptied) foreseen.set(id, []);
    settled.push(...decided.settled);
  }
  const others = drafts.filter(({ id }) => !foreseen.has(id));
  const unchanged = others.map((draft) => writtenInvoice(draft, linesOf.get(draft.id) ?? []));
  return taxInvoices(work.tx, inOrderOfBilling([...settled, ...unchanged]));
}
