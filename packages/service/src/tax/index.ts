export { archiveTaxRate } from "./archive-tax-rate.ts";
export { taxRateFaults } from "./check-tax-rate-ids.ts";
export { createTaxRate } from "./create-tax-rate.ts";
export { linesTotal } from "./lines-total.ts";
export { lineTaxRates, printedReason, printedReasons, printedTaxes } from "./printed-taxes.ts";
export { getTaxRate, listTaxRates } from "./read-tax-rates.ts";
export { type InvoiceTax, type LineTax, shownLineTaxes, shownTaxes } from "./shown-taxes.ts";
export { toInvoiceTax, toStoredTax } from "./stored-tax.ts";
export { updateTaxRate } from "./update-tax-rate.ts";
