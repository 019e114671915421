import { getOrganization, type PreviousQuoteLink, type QuoteLinkRow, takeNumbers } from "@counterfoil/storage";
import type { Work } from "../context.ts";
import { invoiceNumber, numberPattern, type Numbering, seriesOf } from "../invoices/index.ts";
import { localDay } from "../time.ts";

/** Quotes have one format: `Q-2026-0001`, counted by year. Numbers may have gaps. */
const NUMBERING: Numbering = {
  invoiceNumberFormat: "Q-{YYYY}-{SEQ:4}",
  invoiceNumberPrefix: "",
  invoiceNumberRestart: "yearly",
};

export type QuoteNumber = Pick<QuoteLinkRow, "number" | "numberSeries" | "numberSequence" | "revision">;

/**
 * The number and the revision of a new link. A subscription keeps the number of its first link. The number's series stays
 * locked until commit.
 */
export async function numberQuote(
  work: Work,
  previous: PreviousQuoteLink | undefined,
  sha256: string,
): Promise<QuoteNumber> {
  const revision = nextRevision(previous, sha256);
  if (previous !== undefined && previous.number !== null) {
    const { number, numberSeries, numberSequence } = previous;
    return { number, numberSeries, numberSequence, revision };
  }
  const { timezone } = await getOrganization(work.tx);
  const today = localDay(work.clock.now(), timezone);
  const numberSeries = seriesOf(NUMBERING, today, "quote_link");
  const pattern = numberPattern(NUMBERING, today);
  const sequence = await takeNumbers(work.tx, { series: numberSeries, count: 1, pattern, of: "quote_link" });
  const number = invoiceNumber(NUMBERING, sequence, today);
  return { number, numberSeries, numberSequence: sequence.toString(), revision };
}

/** A new link to the same offer keeps its revision. A changed offer has the next one, and so has an offer after a decline. */
export function nextRevision(
  previous: Pick<PreviousQuoteLink, "revision" | "sha256" | "isDeclined"> | undefined,
  sha256: string,
): number {
  if (previous === undefined) return 1;
  return previous.sha256 === sha256 && !previous.isDeclined ? previous.revision : previous.revision + 1;
}

/** The number as customers see it: `Q-2026-0001`, and `Q-2026-0001-2` for the second revision. */
export function quoteReference({ number, revision }: Pick<QuoteLinkRow, "number" | "revision">): string | null {
  if (number === null) return null;
  return revision === 1 ? number : `${number}-${revision}`;
}
