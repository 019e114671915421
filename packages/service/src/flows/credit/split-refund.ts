import { Decimal } from "@counterfoil/engine";
import type { InvoiceRow, PaymentRow } from "@counterfoil/storage";
import { DomainError } from "../../errors/index.ts";
import { writtenAmount } from "../../invoices/index.ts";

/** The part of a payment that is refunded. */
interface RefundedPart {
  readonly payment: PaymentRow;
  readonly part: Decimal;
}

/**
 * How much of an amount each payment refunds, in the given order. 409 if less is paid than is to be refunded (R-INV-8).
 */
export function splitRefund(invoice: InvoiceRow, payments: readonly PaymentRow[], amount: Decimal): RefundedPart[] {
  const paid = Decimal.sum(payments.map(appliedLeft));
  if (amount.compare(paid) > 0) throw refusal(invoice, amount, paid);
  let left = amount;
  return payments.flatMap((payment) => {
    const part = Decimal.min(left, appliedLeft(payment));
    if (!part.isPositive()) return [];
    left = left.minus(part);
    return [{ payment, part }];
  });
}

/** The part of a payment that paid the invoice and was not refunded. The rest of the payment is account credit. */
function appliedLeft({ appliedAmount, refundedAmount, refundedCreditAmount }: PaymentRow): Decimal {
  return Decimal.of(appliedAmount).minus(Decimal.of(refundedAmount).minus(Decimal.of(refundedCreditAmount)));
}

function refusal({ status, currency }: InvoiceRow, amount: Decimal, paid: Decimal): DomainError {
  const [refundable, asked] = [writtenAmount(paid, currency), writtenAmount(amount, currency)];
  const detail =
    `The invoice is ${status} and its refundable payments are ${refundable}, so ${asked} cannot be refunded. ` +
    "Use the outcome apply or account_credit.";
  return new DomainError("state_conflict", detail);
}
