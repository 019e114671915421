import { findInvoices, listPayments, type Tx } from "@counterfoil/storage";
import { type Payment, toPayment } from "../../payments/index.ts";

/** What a page shows. The seller has the account's earlier payments. */
const MOST_PAYMENTS = 100;

/** A payment that was received, with its receipt. */
export interface PortalPayment extends Pick<
  Payment,
  "id" | "receiptNumber" | "date" | "currency" | "amount" | "refundedAmount" | "method" | "invoiceId"
> {
  invoiceNumber: string | null;
  /** Relative to the address of the portal. */
  receiptPath: string;
}

/** The latest payments that were received from an account, the latest first. */
export async function paymentsOf(tx: Tx, accountId: string): Promise<PortalPayment[]> {
  const { rows } = await listPayments(tx, {
    filters: [
      { field: "accountId", operator: "eq", value: accountId },
      { field: "status", operator: "eq", value: "succeeded" },
    ],
    sort: { field: "createdAt", order: "desc" },
    limit: MOST_PAYMENTS,
    page: 1,
  });
  const invoices = await findInvoices(tx, [...new Set(rows.map(({ invoiceId }) => invoiceId))]);
  const numbers = new Map(invoices.map(({ id, number }) => [id, number]));
  return rows.map((row) => {
    const { id, receiptNumber, date, currency, amount, refundedAmount, method, invoiceId } = toPayment(row, []);
    const invoiceNumber = numbers.get(invoiceId) ?? null;
    const receiptPath = `/payments/${id}/receipt`;
    return { id, receiptNumber, date, currency, amount, refundedAmount, method, invoiceId, invoiceNumber, receiptPath };
  });
}
