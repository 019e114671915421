import { Decimal, minorUnits } from "@counterfoil/engine";
import {
  type CreditNoteLineRow,
  type CreditNoteRow,
  findInvoiceLines,
  findTopUps,
  type InvoiceDraw,
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
    lines: noteLines.flatMap(({ invoiceLineId, amount }) =>
      lines
        .filter(({ id }) => id === invoiceLineId)
        .map((line) => {
          const whole = toEarningLine(invoice, line, { sellsCredit: topUp !== undefined });
          const scale = minorUnits(invoice.currency);
          const share = whole.net.times(Decimal.of(amount));
          return { ...whole, net: share.dividedBy(Decimal.of(line.amount), scale, "half_away_from_zero") };
        }),
    ),
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
