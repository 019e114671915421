import { Decimal, type InvoiceTax } from "@counterfoil/engine";
import type { StoredTax } from "@counterfoil/storage";

/** A tax in its stored form. */
export function toStoredTax(tax: InvoiceTax): StoredTax {
  const { taxRateId, name, categoryCode, reasonCode, reason, inclusive, country, region } = tax;
  const [percentage, base, amount] = [tax.percentage.toCanonical(), tax.base.toString(), tax.amount.toString()];
  return { taxRateId, name, percentage, categoryCode, reasonCode, reason, inclusive, country, region, base, amount };
}

/** A tax in the form for calculations. */
export function toInvoiceTax(tax: StoredTax): InvoiceTax {
  return {
    ...tax,
    percentage: Decimal.of(tax.percentage),
    base: Decimal.of(tax.base),
    amount: Decimal.of(tax.amount),
  };
}
