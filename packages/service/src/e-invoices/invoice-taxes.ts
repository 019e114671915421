import { Decimal } from "@counterfoil/engine";
import type { InvoiceLineRow, InvoiceRow, StoredTax } from "@counterfoil/storage";

/** One tax of an invoice. Decimals are text, as stored. */
export type InvoiceTax = Pick<StoredTax, "categoryCode" | "percentage" | "reasonCode" | "reason" | "base" | "amount"> &
  Partial<Pick<StoredTax, "taxRateId">>;

/** A part of a line's amount, with its taxes: `index` refers to the invoice's list. Most lines have one part. */
export interface TaxedPart {
  readonly amount: string;
  readonly taxes: readonly { readonly index: number; readonly base: string }[];
}

export interface InvoiceTaxes {
  readonly taxes: readonly InvoiceTax[];
  /** The parts of each line, by the line's ID. */
  readonly parts: ReadonlyMap<string, readonly TaxedPart[]>;
}

/** The taxes with which an invoice was issued. Without tax information it is outside the scope of VAT. */
export function taxesOf(invoice: InvoiceRow, lines: readonly InvoiceLineRow[]): InvoiceTaxes {
  const { taxes } = invoice;
  if (taxes === undefined || taxes === null) return outsideScope(invoice.tax, lines);
  return { taxes, parts: new Map(lines.map((line) => [line.id, partsOf(line)])) };
}

/** A line without tax information is one part without taxes: it is refused instead of left out. */
function partsOf({ taxes, amount }: InvoiceLineRow): readonly TaxedPart[] {
  return taxes === undefined || taxes === null || taxes.length === 0 ? [{ amount, taxes: [] }] : taxes;
}

/** `lines` have the amounts that the document charges or gives back. */
export function outsideScope(tax: string, lines: readonly Pick<InvoiceLineRow, "id" | "amount">[]): InvoiceTaxes {
  const reason = { reasonCode: "VATEX-EU-O", reason: "Not subject to VAT" };
  const base = Decimal.sum(lines.map(({ amount }) => Decimal.of(amount))).toString();
  return {
    taxes: [{ categoryCode: "O", percentage: "0", ...reason, base, amount: tax }],
    parts: new Map(lines.map(({ id, amount }) => [id, [{ amount, taxes: [{ index: 0, base: amount }] }]])),
  };
}
