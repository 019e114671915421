import {
  type CreditedLine,
  type CreditedTax,
  Decimal,
  formatAmount,
  type InvoiceTax,
  settledParts,
  type TaxedPart,
  taxesKey,
  taxNote,
} from "@counterfoil/engine";
import type { BilledBackRow, CreditNoteRow, InvoiceRow, StoredTaxPart } from "@counterfoil/storage";
import { type BilledBack, partsTotal, toBilledBackRow } from "./billed-back.ts";
import { toInvoiceTax, toStoredTax } from "../tax/index.ts";
import type { LineCredit } from "./credited-lines.ts";

type NotedInvoice = Pick<InvoiceRow, "currency" | "taxes">;
type NoteAmounts = Pick<CreditNoteRow, "subtotal" | "tax" | "total" | "taxes">;
type NoteBefore = Pick<CreditNoteRow, "taxes">;

/**
 * Subtotal, taxes and total of a note. They follow from the frozen taxes of its invoice, and from what earlier notes
 * and later invoices gave back of them. The note that completes an invoice takes the remaining tax, so that all notes
 * sum to the invoice (R-INV-8).
 */
export function noteAmounts(
  invoice: NotedInvoice,
  credits: readonly LineCredit[],
  before: readonly NoteBefore[],
): NoteAmounts {
  const { currency } = invoice;
  const money = (amount: Decimal) => formatAmount({ amount, currency });
  // What later invoices gave back without recorded taxes counts under the taxes of the lines, as in notes of earlier
  // releases.
  const rest = restOf(invoice, credits);
  const taxes = creditedTaxes(invoice, credits, rest === undefined ? before : [...before, rest]);
  const note = taxNote(taxes, credits.map(toCreditedLine), currency);
  const own = (invoice.taxes ?? []).length;
  const shown = note.taxes.filter(({ base, amount }, index) => index < own || !(base.isZero() && amount.isZero()));
  const written = shown.map((tax) => ({ ...toStoredTax(tax), base: money(tax.base), amount: money(tax.amount) }));
  return {
    subtotal: money(note.subtotal),
    tax: money(note.tax),
    total: money(note.total),
    taxes: (invoice.taxes ?? null) === null && written.length === 0 ? null : written,
  };
}

/** What later invoices gave back of an invoice, with tax. */
export function billedBackTotal(invoice: NotedInvoice, credits: readonly LineCredit[]): Decimal {
  const known = partsTotal(credits.flatMap(({ billedBack: { parts } }) => parts));
  return known.plus(Decimal.of(restOf(invoice, credits)?.total ?? "0"));
}

/**
 * By line, what later invoices had given back when the note was made, so that the note can be recomputed. Null if
 * nothing.
 */
export function billedBackRows(
  invoice: NotedInvoice,
  credits: readonly LineCredit[],
): Record<string, BilledBackRow> | null {
  const taxes = creditedTaxes(invoice, credits, []);
  const given = credits.filter(({ billedBack: { amount } }) => !amount.isZero());
  const rows = given.map(
    (credit) =>
      [credit.line.id, toBilledBackRow(credit.billedBack, settledParts(toCreditedLine(credit), taxes))] as const,
  );
  return rows.length === 0 ? null : Object.fromEntries(rows);
}

/** The part of it whose taxes are unknown, as the amounts of one note. Undefined if there is none. */
function restOf(invoice: NotedInvoice, credits: readonly LineCredit[]): NoteAmounts | undefined {
  if (credits.every(({ billedBack: { rest } }) => rest.isZero())) return undefined;
  const nothing: BilledBack = { amount: Decimal.zero, parts: [], rest: Decimal.zero };
  const rests = credits.map(({ line, billedBack: { rest } }) => ({
    line,
    creditedBefore: Decimal.zero,
    credited: rest,
    billedBack: nothing,
  }));
  return noteAmounts(invoice, rests, []);
}

function toCreditedLine({ line, creditedBefore, credited, billedBack }: LineCredit): CreditedLine {
  const amount = Decimal.of(line.amount);
  return { amount, parts: partsOf(line.taxes ?? [], amount), creditedBefore, credited, billedBack: billedBack.parts };
}

/** The taxes of the invoice, and those that appear only in later invoices or notes. */
function creditedTaxes(
  { taxes }: NotedInvoice,
  credits: readonly LineCredit[],
  before: readonly NoteBefore[],
): CreditedTax[] {
  const own = (taxes ?? []).map(toInvoiceTax);
  const given = credits.flatMap(({ billedBack: { parts } }) => parts.flatMap((part) => part.taxes));
  const noted = before.map((note) => (note.taxes ?? []).map(toInvoiceTax));
  const others = [...given, ...noted.flatMap((list) => list.slice(own.length))].filter(
    (tax) => !own.some((one) => taxesKey([one]) === taxesKey([tax])),
  );
  const found = new Map(others.map((tax) => [taxesKey([tax]), { ...tax, base: Decimal.zero, amount: Decimal.zero }]));
  const sum = (list: readonly (InvoiceTax | undefined)[]) => ({
    base: Decimal.sum(list.flatMap((tax) => tax?.base ?? [])),
    amount: Decimal.sum(list.flatMap((tax) => tax?.amount ?? [])),
  });
  return [
    ...own.map((tax, index) => ({ ...tax, creditedBefore: sum(noted.map((list) => list[index])) })),
    ...[...found].map(([key, tax]) => {
      const same = noted.flatMap((list) => list.slice(own.length).filter((one) => taxesKey([one]) === key));
      return { ...tax, creditedBefore: sum(same) };
    }),
  ];
}

/** A line without tax information is one part without taxes. */
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
