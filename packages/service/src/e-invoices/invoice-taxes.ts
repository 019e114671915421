import { Decimal } from "@counterfoil/engine";
import type { VatCategory } from "@counterfoil/einvoice";
import type { InvoiceLineRow, InvoiceRow, StoredTaxPart } from "@counterfoil/storage";

/** One tax of an invoice. Decimals are text, as they are stored. */
export interface InvoiceTax {
  readonly categoryCode: VatCategory;
  /** In percent. */
  readonly percentage: string;
  /** VATEX. */
  readonly reasonCode: string | null;
  readonly reason: string | null;
  /** What it is computed on, without tax. */
  readonly base: string;
  readonly amount: string;
}

/** A part of a line's amount, with the taxes that it is under: `tax` counts in the invoice's list. Most lines are one part. */
export interface TaxedPart {
  readonly amount: string;
  readonly taxes: readonly { readonly tax: number; readonly base: string }[];
}

export interface InvoiceTaxes {
  readonly taxes: readonly InvoiceTax[];
  /** The parts of each line, by the line's id. */
  readonly parts: ReadonlyMap<string, readonly TaxedPart[]>;
}

/** The taxes that an invoice was issued with. Where nothing was said about tax, it is outside the scope of VAT. */
export function taxesOf(invoice: InvoiceRow, lines: readonly InvoiceLineRow[]): InvoiceTaxes {
  const taxes = invoice.taxes ?? null;
  if (taxes === null) return outsideScope(invoice, lines);
  return {
    taxes,
    parts: new Map(lines.map((line) => [line.id, (line.taxes ?? []).map(toTaxedPart)])),
  };
}

function toTaxedPart({ amount, taxes }: StoredTaxPart): TaxedPart {
  return { amount, taxes: taxes.map(({ index, base }) => ({ tax: index, base })) };
}

function outsideScope(invoice: InvoiceRow, lines: readonly InvoiceLineRow[]): InvoiceTaxes {
  const tax: InvoiceTax = {
    categoryCode: "O",
    percentage: "0",
    reasonCode: "VATEX-EU-O",
    reason: "Not subject to VAT",
    base: Decimal.sum(lines.map(({ amount }) => Decimal.of(amount))).toString(),
    amount: invoice.tax,
  };
  return {
    taxes: [tax],
    parts: new Map(lines.map(({ id, amount }) => [id, [{ amount, taxes: [{ tax: 0, base: amount }] }]])),
  };
}
