export {
  cancelInPortal,
  createPortalInvoiceLink,
  renderPortalInvoicePdf,
  updateBillingDetails,
} from "./act-in-portal.ts";
export { getPortal } from "./portal.ts";
