export type { BilledBackTaxes } from "./billed-back-parts.ts";
export { readBilledBackTaxes } from "./billed-back-taxes.ts";
export { type CorrectedTaxes, readCorrectedTaxes } from "./corrected-taxes.ts";
export { settleTaxes } from "./settle-taxes.ts";
export { taxInvoices } from "./tax-invoices.ts";
export { taxesOfPrices } from "./taxes-of-prices.ts";
