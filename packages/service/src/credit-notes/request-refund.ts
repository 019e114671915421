import { type Decimal, formatAmount } from "@counterfoil/engine";
import type { InvoiceRow } from "@counterfoil/storage";
import type { Work } from "../context.ts";
import { DomainError } from "../errors/domain-error.ts";

/** What a credit note gives back to whoever paid. */
export interface RefundRequest {
  readonly creditNoteId: string;
  /** More than 0, in the invoice's currency. */
  readonly amount: Decimal;
  readonly reason: string;
}

/**
 * The seam between credit notes and payments: asks for an amount that was paid of an invoice to be paid back, in the note's
 * transaction. Whoever answers it records the refund as an intent, to be carried out after the commit, and takes the amount back
 * from what is paid (`takeBackPayment`); the note then lowers what the invoice asks for by the same amount. 409 where less is paid
 * than is to be given back. No payment is recorded anywhere yet, so there is never one to refund.
 */
export function requestRefund(_work: Work, invoice: InvoiceRow, { amount }: RefundRequest): Promise<void> {
  const written = (value: Decimal) =>
    `${formatAmount({ amount: value, currency: invoice.currency })} ${invoice.currency}`;
  const detail =
    `The invoice is ${invoice.status} and no recorded payment of it can be refunded; ${written(amount)} cannot be paid back. ` +
    "Use the outcome apply or account_credit.";
  return Promise.reject(new DomainError("state_conflict", detail));
}
