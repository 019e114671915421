import type { Context } from "../context.ts";
import { notFound } from "../errors/domain-error.ts";
import { onUpcomingInvoice } from "../invoices/upcoming-invoice.ts";
import type { ExplainedLine } from "./explained-line.ts";
import { explain } from "./explain-line.ts";

/** Explains a line of the invoice to come by its place on it, from 0, with the usage so far. Nothing is written. */
export function explainUpcomingLine(
  context: Context,
  subscriptionId: string,
  position: number,
): Promise<ExplainedLine> {
  return onUpcomingInvoice(context, subscriptionId, ({ tx }, { invoice, lines }) => {
    const line = lines[position];
    if (line === undefined) throw notFound("line", String(position));
    const terms = new Map(
      lines.flatMap((one) => (one.terms === undefined ? [] : [[one.terms.hash, one.terms] as const])),
    );
    return explain(tx, { invoice, lines, line, terms, isStored: false });
  });
}
