import { recordIssuingFailure, updateDraft } from "@counterfoil/storage";
import type { Work } from "../../context.ts";
import type { WrittenInvoice } from "../../invoices/index.ts";
import { notify } from "../../record.ts";

/** Puts aside a draft that cannot be issued, with the cause. It does not stop other drafts (R-INV-5). */
export async function putDraftAside(work: Work, id: string, failure: string, now: string): Promise<void> {
  await recordIssuingFailure(work.tx, id, failure, now);
  await notify(work, "invoice.failed", id, { invoiceId: id, failure });
}

/** Puts aside a draft whose lines were just decided again, and stores its sums, so that they match these lines. */
export async function putSettledAside(
  work: Work,
  { invoice }: WrittenInvoice,
  failure: string,
  now: string,
): Promise<void> {
  await updateDraft(work.tx, invoice);
  await putDraftAside(work, invoice.id, failure, now);
}
