import { apportion, Decimal, minorUnits, taxesKey } from "@counterfoil/engine";
import type { CreditNoteLineRow, CreditNoteRow, InvoiceLineRow } from "@counterfoil/storage";
import { toInvoiceTax } from "../tax/index.ts";
import { type InvoiceTaxes, outsideScope, type TaxedPart } from "./invoice-taxes.ts";

/** What a note gives back of a line of its invoice. */
export interface CreditedPart {
  readonly line: InvoiceLineRow;
  readonly given: CreditNoteLineRow;
}

/** A part of a line whose base is not known yet. */
interface OpenPart {
  readonly lineId: string;
  readonly amount: Decimal;
  readonly indexes: readonly number[];
}

/**
 * The taxes of a note, with its lines split like the invoice's. The note froze the base of each tax. The lines share it
 * in proportion to what is given back of them, so that they sum to it exactly, even if prices include tax.
 */
export function creditedTaxes(note: CreditNoteRow, credited: readonly CreditedPart[]): InvoiceTaxes {
  const given = credited.map(({ line, given: { amount } }) => ({ id: line.id, amount }));
  if (note.taxes === null) return outsideScope(note.tax, given);
  const scale = minorUnits(note.currency);
  const open = credited.flatMap((one) => openParts(one, note, scale));
  const bases = new Map<OpenPart, Map<number, string>>(open.map((part) => [part, new Map()]));
  for (const [index, tax] of note.taxes.entries()) {
    const under = open.filter(({ indexes }) => indexes.includes(index));
    for (const [part, base] of apportion(Decimal.of(tax.base), under, ({ amount }) => amount, scale)) {
      bases.get(part)?.set(index, base.toString());
    }
  }
  const parts = Map.groupBy(open, ({ lineId }) => lineId);
  const written = (part: OpenPart): TaxedPart => ({
    amount: part.amount.toString(),
    taxes: part.indexes.map((index) => ({ index, base: bases.get(part)?.get(index) ?? "0" })),
  });
  return { taxes: note.taxes, parts: new Map([...parts].map(([id, of]) => [id, of.map(written)])) };
}

/**
 * A line without tax information is one part without taxes: it is refused instead of left out. If the line's taxes have
 * changed since, the part that later invoices gave back is taken back with the taxes of those invoices.
 */
function openParts({ line, given }: CreditedPart, note: CreditNoteRow, scale: number): OpenPart[] {
  const taken = settledParts(line, note);
  const amount = Decimal.of(given.amount).minus(Decimal.sum(taken.map((part) => part.amount)));
  const stored = line.taxes ?? [];
  if (stored.length === 0) return [{ lineId: line.id, amount, indexes: [] }, ...taken];
  const own = apportion(amount, stored, (part) => Decimal.of(part.amount), scale)
    .filter(([, share]) => !share.isZero())
    .map(([part, share]) => ({ lineId: line.id, amount: share, indexes: part.taxes.map(({ index }) => index) }));
  return [...own, ...taken];
}

function settledParts({ id }: InvoiceLineRow, { billedBack, taxes }: CreditNoteRow): OpenPart[] {
  const frozen = billedBack?.[id];
  if (frozen === undefined || typeof frozen === "string") return [];
  const keys = (taxes ?? []).map((tax) => taxesKey([toInvoiceTax(tax)]));
  return frozen.parts
    .filter(({ isSettled }) => isSettled)
    .map((part) => ({
      lineId: id,
      amount: Decimal.of(part.amount).negate(),
      indexes: part.taxes.map((tax) => keys.indexOf(taxesKey([toInvoiceTax(tax)]))),
    }));
}
