import {
  findSubscriptionsById,
  getOrganization,
  insertInvoiceLines,
  insertInvoices,
  type InvoiceLineRow,
  type InvoiceRow,
  reviewLaterParts,
  updateDraft,
} from "@counterfoil/storage";
import type { Work } from "../../context.ts";
import { DomainError } from "../../errors/index.ts";
import { settleTaxes } from "../../invoice-taxes/index.ts";
import { decideAgain } from "../../billing/index.ts";
import { type WrittenInvoice, writtenInvoice } from "../../invoices/index.ts";
import { draftInPlaceOf } from "./draft-in-place-of.ts";

/**
 * Creates a draft that bills the charges of a void invoice again, for the same billing date. Its charges stay as first
 * billed. Its usage is counted again, minus what was billed of that usage since. Its discounts and spend limits follow
 * from both. Parties, terms and taxes are those of the day on which the draft is issued. Undefined if nothing is left
 * to bill.
 */
export async function billVoidAgain(
  work: Work,
  voided: InvoiceRow,
  lines: readonly InvoiceLineRow[],
  now: string,
): Promise<WrittenInvoice | undefined> {
  const [subscription] = await findSubscriptionsById(work.tx, [voided.subscriptionId ?? ""]);
  const draft = draftInPlaceOf(voided, {
    subscription,
    organization: await getOrganization(work.tx),
    id: work.ids.next("inv"),
    now,
  });
  await insertInvoices(work.tx, [draft]);
  const own = lines.map((line) => ({ ...line, id: work.ids.next("line"), invoiceId: draft.id }));
  // The draft's credits stay and leave less for the usage that is counted again.
  await insertInvoiceLines(work.tx, own);
  if (subscription === undefined) return taxAgain(work, writtenInvoice(draft, own));
  const { settled, failures } = await decideAgain(work, [draft], new Map([[draft.id, own]]));
  const [failure] = failures;
  if (failure !== undefined) {
    const detail = `The invoice can be voided, but not billed again: ${failure.failure}`;
    throw new DomainError("state_conflict", detail);
  }
  const [decided] = settled;
  const written = decided === undefined ? undefined : await taxAgain(work, decided);
  await reviewLaterParts(work.tx, voided.id);
  return written;
}

/** The draft with taxes that fit its parties' current data. */
async function taxAgain(work: Work, decided: WrittenInvoice): Promise<WrittenInvoice> {
  const [written = decided] = await settleTaxes(work.tx, [decided]);
  await updateDraft(work.tx, written.invoice);
  return written;
}
