import type { HostedInvoice } from "@counterfoil/sdk";
import type { Words } from "./words/words.ts";

type Tax = Pick<HostedInvoice["taxes"][number], "name" | "taxRateId">;

/** The name of a tax: a rate of the seller's has its own name, and what the built-in rules decided is in the reader's language. */
export function taxName({ name, taxRateId }: Tax, words: Words): string {
  const known = taxRateId === null ? NAMES.get(name) : undefined;
  return known === undefined ? name : words[known];
}

/** By the names that the built-in rules give. Others, such as "USt" and "GST", are the law's own words. */
const NAMES: ReadonlyMap<string, keyof Words> = new Map<string, keyof Words>([
  ["Reverse charge", "nameReverseCharge"],
  ["Intra-community supply", "nameIntraCommunity"],
  ["Export", "nameExport"],
  ["Not taxed", "nameNotTaxed"],
  ["Exempt", "nameExempt"],
  ["Zero-rated", "nameZeroRated"],
  ["No sales tax", "nameNoSalesTax"],
  ["Sales tax", "salesTax"],
  ["Consumption tax", "consumptionTax"],
  ["VAT", "vat"],
]);
