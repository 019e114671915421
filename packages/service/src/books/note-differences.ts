import { Decimal, formatAmount } from "@counterfoil/engine";
import type { BookedInvoiceRow, BookedNoteRow, CreditNoteLineRow, InvoiceLineRow } from "@counterfoil/storage";
import { canonicalJson } from "../canonical-json.ts";
import { frozenBilledBack, type LineCredit, noteAmounts, toCreditNote } from "../credit-notes/index.ts";
import { compare, compareDecimals, type Difference } from "./line-differences.ts";

/**
 * Checks the credit notes of an invoice against it. Each note must match its recomputation from the frozen taxes of the
 * invoice and the notes before it, and what the audit log says was issued. It must have the parties of the invoice, and
 * must not give back more than was left.
 */
export function noteDifferences(
  invoice: BookedInvoiceRow,
  invoiceLines: readonly InvoiceLineRow[],
  notes: readonly BookedNoteRow[],
  noteLines: readonly CreditNoteLineRow[],
): Difference[] {
  const credited = new Map<string, Decimal>();
  const differences = notes.flatMap((note, index) => {
    const own = noteLines.filter(({ creditNoteId }) => creditNoteId === note.id);
    const found = [
      ...trailDifferences(note, own),
      ...partyDifferences(invoice, note),
      ...amountDifferences(
        { invoice, lines: invoiceLines },
        { note, lines: own },
        { credited, before: notes.slice(0, index) },
      ),
      ...compareDecimals(
        "credit by its ledger",
        note.ledger,
        Decimal.of(note.total).minus(Decimal.of(note.amountApplied)),
      ),
    ];
    for (const { invoiceLineId, amount } of own) {
      credited.set(invoiceLineId, (credited.get(invoiceLineId) ?? Decimal.zero).plus(Decimal.of(amount)));
    }
    return found.map((one) => ({ ...one, member: `${one.member} of credit note ${note.number}` }));
  });
  return [...differences, ...sumDifferences(invoice, invoiceLines, notes, credited)];
}

/**
 * The audit log contains everything that a note shows except its time zone, which is that of the invoice and was not
 * always shown. Before notes recorded what they returned to grants, they returned nothing. The hashes of its PDF are
 * added after it was issued (`verifyDocuments`).
 */
function trailDifferences(note: BookedNoteRow, lines: readonly CreditNoteLineRow[]): Difference[] {
  if (note.issued === null) return [{ member: "number", billed: note.number, computed: "not issued" }];
  const { issued } = note;
  const { timezone: _, pdfSha256: _pdf, earlierPdfSha256: _earlier, ...shown } = toCreditNote(note, lines);
  const nothing = formatAmount({ amount: Decimal.zero, currency: note.currency });
  const logged: typeof issued = { amountReturned: { after: nothing }, ...issued };
  return Object.entries(shown).flatMap(([member, value]) =>
    compare(member, canonicalJson(value), canonicalJson(logged[member]?.after ?? null)),
  );
}

/** A note has the parties of its invoice as the invoice printed them, and its dates are in the invoice's zone. */
function partyDifferences(invoice: BookedInvoiceRow, note: BookedNoteRow): Difference[] {
  return (["seller", "buyer", "timezone"] as const).flatMap((member) =>
    compare(member, canonicalJson(note[member]), canonicalJson(invoice[member])),
  );
}

interface BookedInvoice {
  readonly invoice: BookedInvoiceRow;
  readonly lines: readonly InvoiceLineRow[];
}

interface BookedNote {
  readonly note: BookedNoteRow;
  readonly lines: readonly CreditNoteLineRow[];
}

function amountDifferences(
  { invoice, lines: invoiceLines }: BookedInvoice,
  { note, lines: own }: BookedNote,
  { credited, before }: { credited: ReadonlyMap<string, Decimal>; before: readonly BookedNoteRow[] },
): Difference[] {
  const given = new Map(own.map((line) => [line.invoiceLineId, Decimal.of(line.amount)]));
  const credits = invoiceLines.map((line): LineCredit => {
    const billedBack = frozenBilledBack(note, line.id);
    return {
      line,
      creditedBefore: (credited.get(line.id) ?? Decimal.zero).plus(billedBack.amount),
      credited: given.get(line.id) ?? Decimal.zero,
      billedBack,
    };
  });
  const again = noteAmounts(invoice, credits, before);
  const taxes = (note.taxes ?? []).flatMap((tax, index) =>
    (["base", "amount"] as const).flatMap((member) =>
      compareDecimals(`${member} of ${tax.name}`, tax[member], Decimal.of(again.taxes?.[index]?.[member] ?? "0")),
    ),
  );
  const sums = (["subtotal", "tax", "total"] as const).flatMap((member) =>
    compareDecimals(member, note[member], Decimal.of(again[member])),
  );
  return [...taxes, ...sums];
}

/** No line and no invoice gives back more than its amount. */
function sumDifferences(
  invoice: BookedInvoiceRow,
  lines: readonly InvoiceLineRow[],
  notes: readonly BookedNoteRow[],
  credited: ReadonlyMap<string, Decimal>,
): Difference[] {
  const amounts = new Map(lines.map((line) => [line.id, Decimal.of(line.amount)]));
  const total = Decimal.sum(notes.map((note) => Decimal.of(note.total)));
  return [
    ...[...credited].flatMap(([id, amount]) => {
      const most = amounts.get(id) ?? Decimal.zero;
      const isWithin =
        amount.abs().compare(most.abs()) <= 0 && (amount.isZero() || amount.isNegative() === most.isNegative());
      return isWithin ? [] : [exceeded(`credited of ${id}`, amount, most)];
    }),
    ...(notes.length > 0 && total.compare(Decimal.of(invoice.total)) > 0
      ? [exceeded("total credited", total, Decimal.of(invoice.total))]
      : []),
  ];
}

function exceeded(member: string, billed: Decimal, most: Decimal): Difference {
  return { member, billed: billed.toString(), computed: `at most ${most.toString()}` };
}
