import { recordIssuingFailure, updateDraft } from "@counterfoil/storage";
import type { Work } from "../../context.ts";
import type { WrittenInvoice } from "../../invoices/index.ts";
import { notify } from "../../record.ts";

/** A draft that cannot be issued waits with its cause; it stops no other (R-INV-5). */
export async function putDraftAside(work: Work, id: string, failure: string, now: string): Promise<void> {
  await recordIssuingFailure(work.tx, id, failure, now);
  await notify(work, "invoice.failed", id, { invoiceId: id, failure });
}

/** The same of a draft whose lines were decided anew just now: what it says of their sums is of these lines. */
export async function putSettledAside(
  work: Work,
  { invoice }: WrittenInvoice,
  failure: string,
  now: string,
): Promise<void> {
  await updateDraft(work.tx, invoice);
  await putDraftAside(work, invoice.id, failure, now);
}
