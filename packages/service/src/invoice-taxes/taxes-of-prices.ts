import { type Decimal, decideTax, formatAmount } from "@counterfoil/engine";
import { type AccountRow, findPrices, findTaxRates, getOrganization, type Tx } from "@counterfoil/storage";
import type { Temporal } from "temporal-polyfill";
import type { InvoiceTax } from "../tax/index.ts";
import { taxTerms, toTaxRate } from "./tax-invoices.ts";

interface TaxedPrices {
  subtotal: string;
  taxes: Pick<InvoiceTax, "name" | "percentage" | "categoryCode" | "inclusive" | "base" | "amount">[];
  total: string;
}

/**
 * The taxes that apply to amounts of prices for an account on a day, like those of an invoice with one line for each
 * price (R-INV-6).
 */
export async function taxesOfPrices(
  tx: Tx,
  account: AccountRow,
  amounts: readonly { readonly priceId: string; readonly amount: Decimal }[],
  { currency, on }: { readonly currency: string; readonly on: Temporal.PlainDate },
): Promise<TaxedPrices> {
  const organization = await getOrganization(tx);
  const rates = (await findTaxRates(tx)).map(toTaxRate);
  const prices = new Map(
    (
      await findPrices(
        tx,
        amounts.map(({ priceId }) => priceId),
      )
    ).map((price) => [price.id, price]),
  );
  const service = { start: on, end: on.add({ days: 1 }) };
  const lines = amounts.map(({ priceId, amount }) => ({
    kind: "recurring" as const,
    priceId,
    productId: null,
    adjustmentId: null,
    service,
    countedOn: on,
    countedInterval: null,
    amount,
  }));
  const taxed = decideTax(lines, {
    terms: taxTerms(organization, account, rates),
    currency,
    on,
    priceTax: ({ priceId }) => {
      const price = prices.get(priceId ?? "");
      return { taxCategory: price?.product.taxCategory ?? null, taxRateIds: price?.taxRateIds ?? [] };
    },
  });
  const money = (amount: Decimal) => formatAmount({ amount, currency });
  const taxes = taxed.taxes.map(({ name, percentage, categoryCode, inclusive, base, amount }) => {
    return {
      name,
      percentage: percentage.toCanonical(),
      categoryCode,
      inclusive,
      base: money(base),
      amount: money(amount),
    };
  });
  return { subtotal: money(taxed.subtotal), taxes, total: money(taxed.total) };
}
