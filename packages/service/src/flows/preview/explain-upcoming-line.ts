import type { Context } from "../../context.ts";
import { notFound } from "../../errors/index.ts";
import { onUpcomingInvoice } from "./upcoming-invoice.ts";
import { explain, type ExplainedLine } from "../../books/index.ts";

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
