import { Decimal } from "@counterfoil/engine";
import type { VatCategory } from "@counterfoil/einvoice";
import type { InvoiceLineRow, InvoiceRow } from "@counterfoil/storage";

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

/**
 * The taxes of an invoice as it was issued. Nothing is stored of them as long as nothing is taxed, and of VAT nothing is known
 * then: the invoice is outside its scope.
 */
export function taxesOf(invoice: InvoiceRow, lines: readonly InvoiceLineRow[]): InvoiceTaxes {
  const base = Decimal.sum(lines.map(({ amount }) => Decimal.of(amount))).toString();
  const outsideScope: InvoiceTax = {
    categoryCode: "O",
    percentage: "0",
    reasonCode: "VATEX-EU-O",
    reason: "Not subject to VAT",
    base,
    amount: invoice.tax,
  };
  return {
    taxes: [outsideScope],
    parts: new Map(lines.map(({ id, amount }) => [id, [{ amount, taxes: [{ tax: 0, base: amount }] }]])),
  };
}
