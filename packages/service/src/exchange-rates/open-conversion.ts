import { exchangeRatesOfDays, getOrganization } from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { Conversion } from "./conversion.ts";

/** The days of the amounts, both included, and their currencies. */
interface ConvertedAmounts {
  readonly currencies: readonly string[];
  readonly first: string;
  readonly last: string;
}

/** A conversion into the organization's reporting currency. Null if it has none. */
export function openConversion(
  context: Context,
  { currencies, first, last }: ConvertedAmounts,
): Promise<Conversion | null> {
  return read(context, async (tx) => {
    const { reportingCurrency } = await getOrganization(tx);
    if (reportingCurrency === null) return null;
    const fromCurrencies = [...new Set(currencies)].filter((currency) => currency !== reportingCurrency);
    if (fromCurrencies.length === 0) return new Conversion(reportingCurrency, []);
    const question = { fromCurrencies, toCurrency: reportingCurrency, first, last };
    return new Conversion(reportingCurrency, await exchangeRatesOfDays(tx, question));
  });
}
