import { Decimal } from "@counterfoil/engine";
import type { InvoiceRow, PaymentRow } from "@counterfoil/storage";
import { DomainError } from "../../errors/index.ts";
import { writtenAmount } from "../../invoices/index.ts";

/** What of a payment goes back. */
interface RefundedPart {
  readonly payment: PaymentRow;
  readonly part: Decimal;
}

/** Which payments give how much of an amount back, in the order given. 409 where less is paid than is to be given back (R-INV-8). */
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
