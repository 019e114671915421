import { Decimal } from "@counterfoil/engine";
import { findSucceededPayments } from "@counterfoil/storage";
import { type Refunding, writeRefund } from "../pay/index.ts";
import { splitRefund } from "./split-refund.ts";

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
  for (const { payment, part } of splitRefund(invoice, payments, amount)) {
    await writeRefund(refunding, payment, { amount: part.toString(), reason }, Decimal.zero);
  }
}
