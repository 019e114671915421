import { Decimal } from "@counterfoil/engine";
import { findSucceededPayments, type InvoiceRow, type PaymentRow } from "@counterfoil/storage";
import { DomainError } from "../../errors/index.ts";
import { writtenAmount } from "../../invoices/index.ts";
import { type Refunding, writeRefund } from "../pay/index.ts";

/** What a credit note gives back to whoever paid. */
export interface RefundRequest {
  /** More than 0, in the invoice's currency. */
  readonly amount: Decimal;
  readonly reason: string;
}

/**
 * The seam between credit notes and payments: refunds what was paid of an invoice, the last payment first, in the note's
 * transaction. What is refunded is taken back from what is paid, so that it would be due again: the note lowers what the invoice asks
 * for by the same amount. Where a provider took the payment, it is told after the commit. 409 where less is paid than is to be
 * given back.
 */
export async function requestRefund(refunding: Refunding, { amount, reason }: RefundRequest): Promise<void> {
  const { work, invoice } = refunding;
  const payments = await findSucceededPayments(work.tx, invoice.id, "for no key update");
  const paid = Decimal.sum(payments.map(appliedLeft));
  if (amount.compare(paid) > 0) throw refusal(invoice, amount, paid);
  let left = amount;
  for (const payment of payments) {
    const part = Decimal.min(left, appliedLeft(payment));
    if (!part.isPositive()) continue;
    await writeRefund(refunding, payment, { amount: part.toString(), reason }, Decimal.zero);
    left = left.minus(part);
  }
}

/** What of a payment paid the invoice and did not go back yet; the rest of it is account credit. */
function appliedLeft({ appliedAmount, refundedAmount, refundedCreditAmount }: PaymentRow): Decimal {
  return Decimal.of(appliedAmount).minus(Decimal.of(refundedAmount).minus(Decimal.of(refundedCreditAmount)));
}

function refusal({ status, currency }: InvoiceRow, amount: Decimal, paid: Decimal): DomainError {
  const [refundable, asked] = [writtenAmount(paid, currency), writtenAmount(amount, currency)];
  const detail =
    `The invoice is ${status} and payments of ${refundable} can be refunded; ${asked} cannot be paid back. ` +
    "Use the outcome apply or account_credit.";
  return new DomainError("state_conflict", detail);
}
