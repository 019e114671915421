import { Decimal, formatAmount } from "@counterfoil/engine";
import type { PaymentMethod, PaymentRow, PaymentStatus, RefundRow } from "@counterfoil/storage";

/** A refund as it is shown. */
export interface Refund {
  id: string;
  paymentId: string;
  amount: string;
  currency: string;
  reason: string;
  status: RefundRow["status"];
  providerRefundId: string | null;
  failureReason: string | null;
  createdAt: string;
  updatedAt: string;
}

/** A payment as it is shown (R-INV-7). */
export interface Payment {
  id: string;
  accountId: string;
  invoiceId: string;
  currency: string;
  amount: string;
  /** What of it counts as paid of the invoice. */
  appliedAmount: string;
  /** What of it was over, and became account credit. */
  creditedAmount: string;
  refundedAmount: string;
  status: PaymentStatus;
  method: PaymentMethod;
  provider: string;
  providerPaymentId: string | null;
  /** The calendar date on which it was paid; null until it is. */
  date: string | null;
  note: string | null;
  externalId: string | null;
  failureCode: string | null;
  failureReason: string | null;
  /** Of the receipt, without gaps; null until the payment has come in, and of payments from before receipts had numbers. */
  receiptNumber: string | null;
  /** Of the receipt that was drawn last; null until one was. */
  receiptSha256: string | null;
  refunds: Refund[];
  createdAt: string;
  updatedAt: string;
}

export function toPayment(row: PaymentRow, refunds: readonly RefundRow[]): Payment {
  const written = (amount: string) => formatAmount({ amount: Decimal.of(amount), currency: row.currency });
  return {
    id: row.id,
    accountId: row.accountId,
    invoiceId: row.invoiceId,
    currency: row.currency,
    amount: written(row.amount),
    appliedAmount: written(row.appliedAmount),
    creditedAmount: written(row.creditedAmount),
    refundedAmount: written(row.refundedAmount),
    status: row.status,
    method: row.method,
    provider: row.provider,
    providerPaymentId: row.providerPaymentId,
    date: row.paidOn,
    note: row.note,
    externalId: row.externalId,
    failureCode: row.failureCode,
    failureReason: row.failureReason,
    receiptNumber: row.receiptNumber,
    receiptSha256: row.receiptSha256,
    refunds: refunds.map((refund) => toRefund(refund, row)),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

export function toRefund(row: RefundRow, { currency }: Pick<PaymentRow, "currency">): Refund {
  return {
    id: row.id,
    paymentId: row.paymentId,
    amount: formatAmount({ amount: Decimal.of(row.amount), currency }),
    currency,
    reason: row.reason,
    status: row.status,
    providerRefundId: row.providerRefundId,
    failureReason: row.failureReason,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
