import { type IssuedInvoice, takeNumbers } from "@counterfoil/storage";
import type { Work } from "../../context.ts";
import { numberPattern, seriesOf, type WrittenInvoice } from "../../invoices/index.ts";
import { localDay } from "../../time.ts";
import { freezeSides, type Issuing } from "./freeze-sides.ts";
import { toIssued } from "./to-issued.ts";

/** A draft, and the invoice that it becomes. */
export interface NumberedInvoice {
  readonly draft: WrittenInvoice;
  readonly issued: IssuedInvoice;
}

/**
 * Freezes both sides of the drafts and takes their numbers. From here to the commit all others that issue must wait, so
 * this step comes late (R-INV-3).
 */
export async function numberInvoices(
  work: Work,
  drafts: readonly WrittenInvoice[],
  issuing: Issuing,
): Promise<NumberedInvoice[]> {
  if (drafts.length === 0) return [];
  const { organization, now } = issuing;
  const today = localDay(now, organization.timezone);
  const series = seriesOf(organization, today);
  const frozen = drafts.map((draft) => ({ draft, sides: freezeSides(draft, issuing) }));
  const first = await takeNumbers(work.tx, {
    series,
    count: drafts.length,
    pattern: numberPattern(organization, today),
  });
  return frozen.map(({ draft, sides }, index) => {
    const sequence = first + BigInt(index);
    return { draft, issued: toIssued(draft.invoice, sides, { series, sequence, today }, issuing) };
  });
}
