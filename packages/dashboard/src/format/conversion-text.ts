import type { InvoiceLine } from "@counterfoil/sdk";
import { formatMoney, formatQuantity } from "./amount.ts";
import { formatDate } from "./dates.ts";

/** `$99.00 · 1 USD = 0.92 EUR (Mar 28, 2024)`: the original price, and the exchange rate with its date. */
export function conversionText(
  { sourceCurrency, sourceUnitPrice, rate, rateDate }: NonNullable<InvoiceLine["conversion"]>,
  currency: string,
): string {
  const price = sourceUnitPrice === null ? "" : `${formatMoney(sourceUnitPrice, sourceCurrency)} · `;
  const day = rateDate === null ? "" : ` (${formatDate(rateDate)})`;
  return `${price}1 ${sourceCurrency} = ${formatQuantity(rate)} ${currency}${day}`;
}
