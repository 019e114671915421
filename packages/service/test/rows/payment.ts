import type { PaymentRow } from "@counterfoil/storage";

const at = "2024-02-10T00:00:00.000Z";

/** 100.00 EUR that were received by bank transfer and paid the invoice. */
export const payment = (members: Partial<PaymentRow> = {}): PaymentRow => ({
  id: "pay_1",
  accountId: "acct_1",
  invoiceId: "inv_1",
  testClockId: null,
  currency: "EUR",
  amount: "100",
  appliedAmount: "100",
  creditedAmount: "0",
  refundedAmount: "0",
  refundedCreditAmount: "0",
  status: "succeeded",
  method: "bank_transfer",
  provider: "manual",
  providerPaymentId: null,
  isAutomatic: false,
  paymentMethodId: null,
  paidOn: "2024-02-10",
  receiptNumber: null,
  receiptSeries: null,
  receiptSequence: null,
  receiptSha256: null,
  note: null,
  externalId: null,
  failureCode: null,
  failureReason: null,
  calledAt: null,
  attempts: 0,
  nextAttemptAt: null,
  lockedUntil: null,
  createdAt: at,
  updatedAt: at,
  ...members,
});
