import type { Work } from "../../context.ts";
import type { WrittenInvoice } from "../../invoices/index.ts";
import { putSettledAside } from "./put-draft-aside.ts";
import { unpricedCause } from "../../billing/index.ts";

/**
 * Puts aside the drafts with usage for which the price matrix has no cell, and returns the others. If Counterfoil
 * issued them at 0.00, it would give usage away although no user decided that (R-INV-5).
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
