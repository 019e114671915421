import type { Work } from "../../context.ts";
import type { WrittenInvoice } from "../../invoices/index.ts";
import { putSettledAside } from "./put-draft-aside.ts";
import { unpricedCause } from "../../billing/index.ts";

/**
 * Puts aside the drafts with usage that its matrix has no price for, and answers the others. Issued at 0.00 it would be given
 * away without anybody having decided so (R-INV-5).
 */
export async function putUnpricedAside(
  work: Work,
  drafts: readonly WrittenInvoice[],
  now: string,
): Promise<WrittenInvoice[]> {
  const complete: WrittenInvoice[] = [];
  for (const draft of drafts) {
    const cause = await unpricedCause(work.tx, draft.lines);
    if (cause === undefined) complete.push(draft);
    else await putSettledAside(work, draft, cause, now);
  }
  return complete;
}
