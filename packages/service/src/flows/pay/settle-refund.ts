import { Decimal } from "@counterfoil/engine";
import {
  findPayment,
  findRefund,
  findRefunds,
  type InvoiceRow,
  type PaymentRow,
  type RefundRow,
  updatePayment,
  updateRefund,
} from "@counterfoil/storage";
import { type Context, transact, type Work } from "../../context.ts";
import { lockInvoice } from "../../invoices/index.ts";
import { UNDECIDED_SECONDS } from "../../outbox/index.ts";
import { secondsLater } from "../../time.ts";
import { audit, notify } from "../../record.ts";
import { type ProviderRefund, toPayment } from "../../payments/index.ts";
import { addAccountCredit, countReceived } from "./count-received.ts";

export type RefundOutcome =
  { readonly kind: "known"; readonly refund: ProviderRefund } | { readonly kind: "failed"; readonly reason: string };

/**
 * Records the provider's result of a refund, once. A refund can fail, even after it succeeded (a bank returns it). Its
 * money was then not given back: it pays the invoice again, or becomes account credit if the invoice is paid by now.
 */
export function settleRefund(context: Context, refundId: string, outcome: RefundOutcome): Promise<void> {
  return transact(context, async (transaction) => {
    const seen = await findRefund(transaction.tx, refundId);
    const seenPayment = seen === undefined ? undefined : await findPayment(transaction.tx, seen.paymentId);
    if (seenPayment === undefined) throw new Error(`refund ${refundId} is gone`);
    const { work, invoice } = await lockInvoice(transaction, seenPayment.invoiceId);
    const payment = (await findPayment(work.tx, seenPayment.id, "for no key update")) ?? seenPayment;
    const refund = await findRefund(work.tx, refundId, "for no key update");
    if (refund === undefined || refund.status === "failed") return;
    const after = withOutcome(refund, outcome, transaction.clock.now());
    if (refund.status === "succeeded" && after.status !== "failed") return;
    const settled = { ...after, updatedAt: work.clock.now() };
    const refundsBefore = await findRefunds(work.tx, [payment.id]);
    await updateRefund(work.tx, settled);
    const reversed =
      settled.status === "failed"
        ? await putBack({ ...transaction, clock: work.clock }, invoice, payment, settled)
        : payment;
    if (reversed !== payment) await updatePayment(work.tx, reversed);
    if (settled.status === refund.status) return;
    const shown = toPayment(reversed, await findRefunds(work.tx, [payment.id]));
    await audit(work, {
      action: `payment.refund_${settled.status}`,
      objectId: payment.id,
      before: toPayment(payment, refundsBefore),
      after: shown,
    });
    if (settled.status === "succeeded") await notify(work, "payment.refunded", payment.id, shown);
  });
}

function withOutcome(refund: RefundRow, outcome: RefundOutcome, systemNow: string): RefundRow {
  const released = { ...refund, nextAttemptAt: null, lockedUntil: null };
  if (outcome.kind === "failed") return { ...released, status: "failed", failureReason: outcome.reason };
  const { providerRefundId, status, failureReason } = outcome.refund;
  const nextAttemptAt = status === "processing" ? secondsLater(systemNow, UNDECIDED_SECONDS) : null;
  return { ...released, providerRefundId, status, failureReason, nextAttemptAt };
}

async function putBack(work: Work, invoice: InvoiceRow, payment: PaymentRow, refund: RefundRow): Promise<PaymentRow> {
  const [amount, credit] = [Decimal.of(refund.amount), Decimal.of(refund.creditAmount)];
  const paid = amount.minus(credit);
  const { applied, credited } = await countReceived(work, invoice, paid);
  await addAccountCredit(work, invoice, credit);
  return {
    ...payment,
    appliedAmount: Decimal.of(payment.appliedAmount).minus(paid).plus(applied).toString(),
    creditedAmount: Decimal.of(payment.creditedAmount).plus(credited).toString(),
    refundedAmount: Decimal.of(payment.refundedAmount).minus(amount).toString(),
    refundedCreditAmount: Decimal.of(payment.refundedCreditAmount).minus(credit).toString(),
    updatedAt: work.clock.now(),
  };
}
