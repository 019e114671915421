import { type CreditedTax, Decimal, formatAmount, taxNote, type TaxedPart } from "@counterfoil/engine";
import type { CreditNoteRow, InvoiceRow, StoredTax, StoredTaxPart } from "@counterfoil/storage";
import type { GivenBack } from "../billing/given-back.ts";
import type { LineCredit } from "./credited-lines.ts";

type NotedInvoice = Pick<InvoiceRow, "currency" | "taxes">;
type NoteAmounts = Pick<CreditNoteRow, "subtotal" | "tax" | "total" | "taxes">;

/**
 * Subtotal, taxes and total of a note from the frozen taxes of its invoice, and from what the notes before gave back of them:
 * the note that completes an invoice takes the remaining tax, so that notes sum to the invoice (R-INV-8).
 */
export function noteAmounts(
  invoice: NotedInvoice,
  credits: readonly LineCredit[],
  before: readonly Pick<CreditNoteRow, "taxes">[],
): NoteAmounts {
  const { currency } = invoice;
  const money = (amount: Decimal) => formatAmount({ amount, currency });
  const stored = invoice.taxes ?? [];
  const taxes = stored.map((tax, index) => creditedTax(tax, before, index));
  const lines = credits.map(({ line, creditedBefore, credited }) => ({
    amount: Decimal.of(line.amount),
    parts: partsOf(line.taxes ?? [], Decimal.of(line.amount)),
    creditedBefore,
    credited,
  }));
  const note = taxNote(taxes, lines, currency);
  return {
    subtotal: money(note.subtotal),
    tax: money(note.tax),
    total: money(note.total),
    taxes:
      (invoice.taxes ?? null) === null
        ? null
        : stored.map((tax, index) => ({
            ...tax,
            base: money(note.taxes[index]?.base ?? Decimal.zero),
            amount: money(note.taxes[index]?.amount ?? Decimal.zero),
          })),
  };
}

/**
 * What later invoices gave back of an invoice, as the amounts of one note: each line bears the taxes of the invoice, so the
 * note that completes it finds how much tax is left.
 */
export function billedBackAmounts(
  invoice: NotedInvoice,
  { lines, billedBack }: Pick<GivenBack, "lines" | "billedBack">,
): NoteAmounts {
  const credits = lines.map((line) => ({ line, creditedBefore: Decimal.zero, credited: billedBack(line.id) }));
  return noteAmounts(invoice, credits, []);
}

/** What later invoices had given back by line when a note was made: with it the note can be computed again. Null where nothing. */
export function frozenBilledBack({ lines, billedBack }: GivenBack): Record<string, string> | null {
  const given = lines.flatMap(({ id }) => (billedBack(id).isZero() ? [] : [[id, billedBack(id).toString()] as const]));
  return given.length === 0 ? null : Object.fromEntries(given);
}

function creditedTax(tax: StoredTax, before: readonly Pick<CreditNoteRow, "taxes">[], index: number): CreditedTax {
  const sum = (member: "base" | "amount") =>
    Decimal.sum(before.map(({ taxes }) => Decimal.of(taxes?.[index]?.[member] ?? "0")));
  return {
    ...tax,
    percentage: Decimal.of(tax.percentage),
    base: Decimal.of(tax.base),
    amount: Decimal.of(tax.amount),
    creditedBefore: { base: sum("base"), amount: sum("amount") },
  };
}

/** A line about whose tax nothing is said is one part under none. */
function partsOf(stored: readonly StoredTaxPart[], amount: Decimal): TaxedPart[] {
  if (stored.length === 0) return [{ amount, taxes: [] }];
  return stored.map((part) => ({
    amount: Decimal.of(part.amount),
    taxes: part.taxes.map((share) => ({
      index: share.index,
      base: Decimal.of(share.base),
      amount: Decimal.of(share.amount),
    })),
  }));
}
