export { applyPayment, takeBackPayment } from "./apply-payment.ts";
export { attemptPayment } from "./attempt-payment.ts";
export { callProvider } from "./call-provider.ts";
export { payFromCredit } from "./pay-from-credit.ts";
export { type BegunPayment, payHostedInvoice, payOnPage } from "./pay-hosted-invoice.ts";
export { admitPaymentProvider, receiveProviderNews } from "./receive-news.ts";
export { recordPayment } from "./record-payment.ts";
export { type Refunding, refundPayment, writeRefund } from "./refund-payment.ts";
