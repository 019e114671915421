import { apportion, Decimal, type EarningLine, minorUnits } from "@counterfoil/engine";
import {
  type CreditNoteLineRow,
  type CreditNoteRow,
  findInvoiceLines,
  findTopUps,
  type InvoiceDraw,
  type InvoiceLineRow,
  type InvoiceRow,
} from "@counterfoil/storage";
import type { Work } from "../context.ts";
import { dayOf, recordEffects } from "./record-effects.ts";
import { recordGifted } from "./record-grants.ts";
import { toEarningLine } from "./record-issued.ts";

/** A credit note with its lines, and the amounts that go back to the grants that paid its invoice. */
export interface RecordedNote {
  readonly note: CreditNoteRow;
  readonly lines: readonly CreditNoteLineRow[];
  readonly draws: readonly InvoiceDraw[];
}

/** Records what a credit note gives back of an invoice. Refunds are recorded with the payment that they reduce. */
export async function recordCreditNote(
  work: Work,
  invoice: InvoiceRow,
  { note, lines: noteLines, draws }: RecordedNote,
): Promise<void> {
  const returned = (isOfUnits: boolean) =>
    Decimal.sum(
      draws.filter(({ metricId }) => (metricId !== null) === isOfUnits).map(({ amountPaid }) => Decimal.of(amountPaid)),
    );
  const lines = await findInvoiceLines(work.tx, [invoice.id]);
  const [topUp] = await findTopUps(work.tx, [invoice.id]);
  const effect = {
    kind: "credit_note_issued" as const,
    day: dayOf(work, invoice),
    currency: invoice.currency,
    lines: earningLines(invoice, note, noteLines, { lines, sellsCredit: topUp !== undefined }),
    subtotal: Decimal.of(note.subtotal),
    tax: Decimal.of(note.tax),
    applied: Decimal.of(note.amountApplied),
    prepaidCredit: returned(false),
    units: returned(true),
    owedAs: invoice.status === "uncollectible" ? ("bad_debt" as const) : ("receivable" as const),
  };
  await recordEffects(work, [{ effect, objectId: note.id, invoice }]);
  await recordGifted(work, topUp, Decimal.sum(effect.lines.map(({ net }) => net)));
}

interface NotedLines {
  /** Of the invoice. */
  readonly lines: readonly InvoiceLineRow[];
  readonly sellsCredit: boolean;
}

/**
 * What a note gives back of each line, without the tax that its amount includes. The amounts sum to the subtotal of the note, which
 * takes the rest of the tax if the note completes its invoice, and settles what was given back under other taxes.
 */
function earningLines(
  invoice: InvoiceRow,
  { subtotal }: Pick<CreditNoteRow, "subtotal">,
  noteLines: readonly CreditNoteLineRow[],
  { lines, sellsCredit }: NotedLines,
): EarningLine[] {
  const scale = minorUnits(invoice.currency);
  const noted = noteLines.flatMap(({ invoiceLineId, amount }) =>
    lines
      .filter(({ id }) => id === invoiceLineId)
      .map((line) => {
        const whole = toEarningLine(invoice, line, { sellsCredit });
        const net = whole.net
          .times(Decimal.of(amount))
          .dividedBy(Decimal.of(line.amount), scale, "half_away_from_zero");
        return { line: { ...whole, net }, includesTax: !whole.net.equals(Decimal.of(line.amount)) };
      }),
  );
  const including = noted.filter(({ includesTax }) => includesTax);
  // The difference alone, by size: of charges and their discounts together, shares of the whole would be many times as large.
  const open = Decimal.of(subtotal).minus(Decimal.sum(noted.map(({ line }) => line.net)));
  const more = new Map(apportion(open, including, ({ line }) => line.net.abs(), scale));
  return noted.map((one) => ({ ...one.line, net: one.line.net.plus(more.get(one) ?? Decimal.zero) }));
}
