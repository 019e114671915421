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
 * A draft that bills again what a void invoice billed, for the same billing date. What it charges was settled when it was first
 * billed and stands; its usage is counted anew, what was billed of that usage since is taken off, its discounts and spend limits
 * follow from both, and parties, terms and taxes are those of the day on which it is issued. Undefined where nothing is left.
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
  // What it gives back stands, and leaves less for the usage that is counted anew.
  await insertInvoiceLines(work.tx, own);
  if (subscription === undefined) return taxAgain(work, writtenInvoice(draft, own));
  const { settled, failures } = await decideAgain(work, [draft], new Map([[draft.id, own]]));
  const [failure] = failures;
  if (failure !== undefined) {
    const detail = `The invoice is ${voided.status} and can be voided, but it cannot be billed again: ${failure.failure}`;
    throw new DomainError("state_conflict", detail);
  }
  const [decided] = settled;
  const written = decided === undefined ? undefined : await taxAgain(work, decided);
  await reviewLaterParts(work.tx, voided.id);
  return written;
}

/** The draft with the taxes of what its parties are by now. */
async function taxAgain(work: Work, decided: WrittenInvoice): Promise<WrittenInvoice> {
  const [written = decided] = await settleTaxes(work.tx, [decided]);
  await updateDraft(work.tx, written.invoice);
  return written;
}
