export { getPortalCredit } from "./portal-credit.ts";
export {
  cancelInPortal,
  createPortalInvoiceLink,
  renderPortalInvoicePdf,
  renderPortalReceiptPdf,
  updateBillingDetails,
} from "./act-in-portal.ts";
export { payAllInPortal } from "./pay-all.ts";
export { getUsageHistory } from "./usage-history.ts";
export { getPortal } from "./portal.ts";
