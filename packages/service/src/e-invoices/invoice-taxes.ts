import { Decimal } from "@counterfoil/engine";
import type { InvoiceLineRow, InvoiceRow, StoredTax } from "@counterfoil/storage";

/** One tax of an invoice. Decimals are text, as they are stored. */
export type InvoiceTax = Pick<StoredTax, "categoryCode" | "percentage" | "reasonCode" | "reason" | "base" | "amount"> &
  Partial<Pick<StoredTax, "taxRateId">>;

/** A part of a line's amount, with the taxes that it is under: `index` counts in the invoice's list. Most lines are one part. */
export interface TaxedPart {
  readonly amount: string;
  readonly taxes: readonly { readonly index: number; readonly base: string }[];
}

export interface InvoiceTaxes {
  readonly taxes: readonly InvoiceTax[];
  /** The parts of each line, by the line's id. */
  readonly parts: ReadonlyMap<string, readonly TaxedPart[]>;
}

/** The taxes that an invoice was issued with. Where nothing was said about tax, it is outside the scope of VAT. */
export function taxesOf(invoice: InvoiceRow, lines: readonly InvoiceLineRow[]): InvoiceTaxes {
  const { taxes } = invoice;
  if (taxes === undefined || taxes === null) return outsideScope(invoice.tax, lines);
  return { taxes, parts: new Map(lines.map((line) => [line.id, partsOf(line)])) };
}

/** A line that no tax was said of is one part under none: it is refused, and not left out. */
function partsOf({ taxes, amount }: InvoiceLineRow): readonly TaxedPart[] {
  return taxes === undefined || taxes === null || taxes.length === 0 ? [{ amount, taxes: [] }] : taxes;
}

/** `lines` with the amounts that the document asks for or gives back. */
export function outsideScope(tax: string, lines: readonly Pick<InvoiceLineRow, "id" | "amount">[]): InvoiceTaxes {
  const reason = { reasonCode: "VATEX-EU-O", reason: "Not subject to VAT" };
  const base = Decimal.sum(lines.map(({ amount }) => Decimal.of(amount))).toString();
  return {
    taxes: [{ categoryCode: "O", percentage: "0", ...reason, base, amount: tax }],
    parts: new Map(lines.map(({ id, amount }) => [id, [{ amount, taxes: [{ index: 0, base: amount }] }]])),
  };
}
