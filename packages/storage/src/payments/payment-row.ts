export type PaymentStatus = "pending" | "requires_action" | "processing" | "succeeded" | "failed" | "canceled";
export type PaymentMethod = "bank_transfer" | "card" | "cash" | "check" | "direct_debit" | "other";

export const PAYMENT_METHODS = ["bank_transfer", "card", "cash", "check", "direct_debit", "other"] as const;

export interface PaymentRow {
  id: string;
  accountId: string;
  invoiceId: string;
  testClockId: string | null;
  currency: string;
  amount: string;
  appliedAmount: string;
  creditedAmount: string;
  refundedAmount: string;
  refundedCreditAmount: string;
  status: PaymentStatus;
  method: PaymentMethod;
  provider: string;
  providerPaymentId: string | null;
  isAutomatic: boolean;
  paymentMethodId: string | null;
  paidOn: string | null;
  /** Of the receipt; null until the payment has come in, and of payments that came in before receipts had numbers. */
  receiptNumber: string | null;
  receiptSeries: string | null;
  receiptSequence: string | null;
  /** Of the receipt that was drawn last; null until one was. */
  receiptSha256: string | null;
  note: string | null;
  externalId: string | null;
  failureCode: string | null;
  failureReason: string | null;
  callAt: string | null;
  calledAt: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface RefundRow {
  id: string;
  paymentId: string;
  amount: string;
  creditAmount: string;
  reason: string;
  status: "pending" | "processing" | "succeeded" | "failed";
  providerRefundId: string | null;
  failureReason: string | null;
  callAt: string | null;
  calledAt: string | null;
  createdAt: string;
  updatedAt: string;
}

/** What the provider is to be called about, taken up by one worker. `calledBefore` is null with the first call. */
export type Called<Row> = Row & { readonly calledBefore: string | null };
