import { Decimal, formatAmount } from "@counterfoil/engine";
import type { PaymentMethod, PaymentRow, PaymentStatus, RefundRow } from "@counterfoil/storage";

/** A refund as the API returns it. */
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

/** A payment as the API returns it (R-INV-7). */
export interface Payment {
  id: string;
  accountId: string;
  invoiceId: string;
  currency: string;
  amount: string;
  /** The part that pays the invoice. */
  appliedAmount: string;
  /** The part that exceeded the amount due and became account credit. */
  creditedAmount: string;
  refundedAmount: string;
  status: PaymentStatus;
  method: PaymentMethod;
  provider: string;
  providerPaymentId: string | null;
  /** The calendar date of the payment; null until it is paid. */
  date: string | null;
  note: string | null;
  externalId: string | null;
  failureCode: string | null;
  failureReason: string | null;
  /**
   * The receipt's number, without gaps. Null until the payment has succeeded, and for payments from before receipts had
   * numbers.
   */
  receiptNumber: string | null;
  /** The hash of the latest rendered receipt; null if there is none. */
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
