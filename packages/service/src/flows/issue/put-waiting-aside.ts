import { WAITS_FOR_DRAFT } from "@counterfoil/storage";
import type { Work } from "../../context.ts";
import type { WrittenInvoice } from "../../invoices/index.ts";
import { putSettledAside } from "./put-draft-aside.ts";
import { type ReturnSources, waitingFor } from "./return-sources.ts";

/**
 * Puts aside drafts that give back from another draft. A draft that is not issued is not owed, so nothing can be given
 * back from it (R-INV-8).
 */
export async function putWaitingAside(
  work: Work,
  decided: readonly WrittenInvoice[],
  sources: ReturnSources,
  now: string,
): Promise<WrittenInvoice[]> {
  const issued = new Set<string>();
  const settled: WrittenInvoice[] = [];
  for (const draft of decided) {
    const waits = waitingFor(sources.get(draft.invoice.id) ?? [], issued);
    if (waits === undefined) {
      issued.add(draft.invoice.id);
      settled.push(draft);
    } else {
      const failure = `${WAITS_FOR_DRAFT}${waits.id}. Issue that draft first.`;
      await putSettledAside(work, draft, failure, now);
    }
  }
  return settled;
}
