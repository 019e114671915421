import { Decimal } from "@counterfoil/engine";
import { findSucceededPayments } from "@counterfoil/storage";
import { type Refunding, writeRefund } from "../pay/index.ts";
import { splitRefund } from "./split-refund.ts";

/** What a credit note refunds to the payer. */
export interface RefundRequest {
  /** More than 0, in the invoice's currency. */
  readonly amount: Decimal;
  readonly reason: string;
}

/**
 * Connects credit notes to payments: refunds what was paid for an invoice, the last payment first, in the note's
 * transaction. A refund lowers the amount paid, so the amount would be due again; the note lowers the amount due by the
 * same amount. If a provider took the payment, Counterfoil tells it after the commit. 409 if less is paid than is to be
 * refunded.
 */
export async function requestRefund(refunding: Refunding, { amount, reason }: RefundRequest): Promise<void> {
  const { work, invoice } = refunding;
  const payments = await findSucceededPayments(work.tx, invoice.id, "for no key update");
  for (const { payment, part } of splitRefund(invoice, payments, amount)) {
    await writeRefund(refunding, payment, { amount: part.toString(), reason }, Decimal.zero);
  }
}
