import type { Context } from "../../context.ts";
import { notFound } from "../../errors/index.ts";
import { onUpcomingInvoice } from "./upcoming-invoice.ts";
import { explain, type ExplainedLine } from "../../books/index.ts";

/** Explains a line of the next invoice, by its index from 0, with the usage so far. Writes nothing. */
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
