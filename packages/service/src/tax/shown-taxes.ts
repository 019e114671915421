import { Decimal, formatAmount, type TaxCategoryCode } from "@counterfoil/engine";
import type { InvoiceLineRow, InvoiceRow } from "@counterfoil/storage";

/** A tax of an invoice as the API returns it. */
export interface InvoiceTax {
  taxRateId: string | null;
  name: string;
  percentage: string;
  categoryCode: TaxCategoryCode;
  reasonCode: string | null;
  reason: string | null;
  inclusive: boolean;
  country: string | null;
  region: string | null;
  base: string;
  amount: string;
}

/** A line's share of one tax. */
export type LineTax = Pick<InvoiceTax, "taxRateId" | "name" | "percentage" | "categoryCode" | "base" | "amount">;

export function shownTaxes({ taxes, currency }: Pick<InvoiceRow, "taxes" | "currency">): InvoiceTax[] {
  return (taxes ?? []).map((tax) => ({
    ...tax,
    base: money(tax.base, currency),
    amount: money(tax.amount, currency),
  }));
}

export function shownLineTaxes(line: InvoiceLineRow, { taxes, currency }: InvoiceRow): LineTax[] {
  const shares = (line.taxes ?? []).flatMap((part) => part.taxes);
  return shares.flatMap(({ index, base, amount }): LineTax[] => {
    const found = taxes?.[index];
    if (found === undefined) return [];
    const { taxRateId, name, percentage, categoryCode } = found;
    const share = { base: money(base, currency), amount: money(amount, currency) };
    return [{ taxRateId, name, percentage, categoryCode, ...share }];
  });
}

function money(text: string, currency: string): string {
  return formatAmount({ amount: Decimal.of(text), currency });
}
