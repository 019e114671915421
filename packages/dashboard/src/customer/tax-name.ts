import type { HostedInvoice } from "@counterfoil/sdk";
import type { Words } from "./words/words.ts";

type Tax = Pick<HostedInvoice["taxes"][number], "name" | "taxRateId">;

/** The name of a tax. A rate of the seller has its own name; a tax of the built-in rules is translated. */
export function taxName({ name, taxRateId }: Tax, words: Words): string {
  const known = taxRateId === null ? NAMES.get(name) : undefined;
  return known === undefined ? name : words[known];
}

/**
 * Keyed by the names that the built-in rules give. Others, such as "USt" and "GST", are legal terms and are not
 * translated.
 */
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
