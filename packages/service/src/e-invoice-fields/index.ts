export { electronicPartyFaults, invoiceNoteFaults } from "./check-electronic-party.ts";
export { type EInvoiceStatus, toEInvoiceStatus } from "./e-invoice-status.ts";
export { howToSet } from "./member-to-set.ts";
