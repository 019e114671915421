export { DAY_SECONDS, isKeyRemembered } from "./call-times.ts";
export { planAfterFailure, planOverdue, reminderAfter } from "./dunning-plan.ts";
export { findOrMakeCustomer, forgetUnknown } from "./find-customer.ts";
export { findProvider } from "./find-provider.ts";
export {
  admitByInvoiceToken,
  createInvoiceLink,
  getHostedInvoice,
  type InvoiceLink,
  openLink,
  renderHostedInvoicePdf,
} from "./hosted-invoice.ts";
export { mailNewInvoiceLink } from "./mail-new-link.ts";
export { listInvoiceLinks, revokeInvoiceLink } from "./manage-invoice-links.ts";
export {
  beginPaymentMethodSetup,
  forgetPaymentMethod,
  getPaymentMethod,
  keepPaymentMethod,
  requireProvider,
} from "./payment-methods.ts";
export { readPaymentSettings, updatePaymentSettings } from "./payment-settings.ts";
export { type Payment, type Refund, toPayment, toRefund } from "./payment.ts";
export {
  type Failure,
  orUnknown,
  OutcomeUnknown,
  type PaymentProvider,
  type ProviderPayment,
  type ProviderRefund,
  ProviderRefusal,
  type RefundRequest,
} from "./provider.ts";
export { getPayment, listInvoicePayments, listPayments } from "./read-payments.ts";
export { receiptNumbering, receiptNumberingFaults, takeReceiptNumber } from "./receipt-number.ts";
export { sealedProviderKeys } from "./sealed-keys.ts";
export { stopCollection } from "./stop-collection.ts";
export { whileAsked } from "./while-asked.ts";
