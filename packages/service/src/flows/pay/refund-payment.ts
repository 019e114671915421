import { Decimal } from "@counterfoil/engine";
import {
  findInvoices,
  findPayment,
  findRefunds,
  insertRefund,
  type InvoiceRow,
  lockAccountCredit,
  type PaymentRow,
  type RefundRow,
  updatePayment,
} from "@counterfoil/storage";
import { type Context, transact, type Work } from "../../context.ts";
import { DomainError, notFound, refuseFaults } from "../../errors/index.ts";
import { takeBackCredit } from "../../credits/index.ts";
import { takeBackPayment } from "./apply-payment.ts";
import { lockInvoice, paymentAmountFaults, writtenAmount } from "../../invoices/index.ts";
import { audit, notify } from "../../record.ts";
import { addAccountCredit } from "./count-received.ts";
import { type Refund, stopCollection, toPayment, toRefund } from "../../payments/index.ts";

export interface RefundInput {
  amount: string;
  reason: string;
}

/**
 * Refunds a payment, fully or in part (R-INV-7): first the part that is still account credit, then the part that paid
 * the invoice, which is due again. 409 for more than was paid minus earlier refunds. If a provider took the payment,
 * Counterfoil calls it after the commit, and the refund is `pending` until the provider answers.
 */
export function refundPayment(context: Context, idOrExternalId: string, input: RefundInput): Promise<Refund> {
  return transact(context, async (transaction) => {
    const seen = await findPayment(transaction.tx, idOrExternalId);
    if (seen === undefined) throw notFound("payment", idOrExternalId);
    const { work, invoice } = await lockInvoice(transaction, seen.invoiceId);
    const before = (await findPayment(work.tx, seen.id, "for no key update")) ?? seen;
    refuseFaults(paymentAmountFaults(input.amount, before.currency));
    const amount = Decimal.of(input.amount);
    const fromCredit = await decideRefund(work, before, amount);
    const refund = await writeRefund({ transaction, work, invoice }, before, input, fromCredit);
    await takeBackOfUnpaid(work, invoice.id);
    return refund;
  });
}

/**
 * A payment's locked invoice, with the transaction by the account's clock (`work`) and by the system's clock
 * (`transaction`).
 */
export interface Refunding {
  readonly transaction: Work;
  readonly work: Work;
  readonly invoice: InvoiceRow;
}

/**
 * If the invoice is overdue or was written off, the credit given back from it first pays the amount that is due again.
 */
async function takeBackOfUnpaid(work: Work, invoiceId: string): Promise<void> {
  const [invoice] = await findInvoices(work.tx, [invoiceId]);
  if (invoice?.status === "overdue" || invoice?.status === "uncollectible") await takeBackCredit(work, invoice);
}

/**
 * Writes a refund of a locked payment: `fromCredit` of it was still account credit, and the rest, which had paid the
 * invoice, is due again.
 */
export async function writeRefund(
  { transaction, work, invoice }: Refunding,
  before: PaymentRow,
  input: RefundInput,
  fromCredit: Decimal,
): Promise<Refund> {
  const amount = Decimal.of(input.amount);
  const fromInvoice = amount.minus(fromCredit);
  if (fromInvoice.isPositive()) await takeBackPayment(transaction, invoice.id, fromInvoice);
  await addAccountCredit(work, invoice, fromCredit.negate());
  await stopCollection(work, invoice);

  const refund = newRefund(work, before, input, fromCredit);
  if (before.provider !== "manual") {
    refund.status = "pending";
    refund.nextAttemptAt = transaction.clock.now();
  }
  const after: PaymentRow = {
    ...before,
    refundedAmount: Decimal.of(before.refundedAmount).plus(amount).toString(),
    refundedCreditAmount: Decimal.of(before.refundedCreditAmount).plus(fromCredit).toString(),
    updatedAt: work.clock.now(),
  };
  const earlier = await findRefunds(work.tx, [before.id]);
  await insertRefund(work.tx, refund);
  await updatePayment(work.tx, after);
  const shown = toPayment(after, [...earlier, refund]);
  await audit(work, {
    action: "payment.refund_created",
    objectId: before.id,
    before: toPayment(before, earlier),
    after: shown,
  });
  if (refund.status === "succeeded") await notify(work, "payment.refunded", before.id, shown);
  return toRefund(refund, before);
}

function newRefund(work: Work, payment: PaymentRow, input: RefundInput, fromCredit: Decimal): RefundRow {
  const now = work.clock.now();
  return {
    id: work.ids.next("ref"),
    paymentId: payment.id,
    amount: Decimal.of(input.amount).toString(),
    creditAmount: fromCredit.toString(),
    reason: input.reason,
    status: "succeeded",
    providerRefundId: null,
    failureReason: null,
    attempts: 0,
    nextAttemptAt: null,
    lockedUntil: null,
    calledAt: null,
    createdAt: now,
    updatedAt: now,
  };
}

/** How much of a refund is taken from account credit. Throws a 409 that names the refundable amount. */
async function decideRefund(work: Work, payment: PaymentRow, amount: Decimal): Promise<Decimal> {
  if (payment.status !== "succeeded") {
    const detail = `The payment is ${payment.status}. Only a succeeded payment can be refunded.`;
    throw new DomainError("state_conflict", detail);
  }
  const { currency } = payment;
  const written = (value: Decimal) => writtenAmount(value, currency);
  const [refunded, refundedCredit] = [Decimal.of(payment.refundedAmount), Decimal.of(payment.refundedCreditAmount)];
  const left = Decimal.of(payment.amount).minus(refunded);
  if (amount.compare(left) > 0) {
    const paid = `${written(Decimal.of(payment.amount))} was paid and ${written(refunded)} is already refunded`;
    throw new DomainError("state_conflict", `${paid}. Refund at most ${written(left)}.`);
  }
  const credits = await lockAccountCredit(work.tx, [payment.accountId]);
  const balance = Decimal.of(credits.find((credit) => credit.currency === currency)?.balance ?? "0");
  const credited = Decimal.of(payment.creditedAmount).minus(refundedCredit);
  const creditLeft = Decimal.max(Decimal.min(credited, balance), Decimal.zero);
  const appliedLeft = Decimal.of(payment.appliedAmount).minus(refunded.minus(refundedCredit));
  const most = appliedLeft.plus(creditLeft);
  if (amount.compare(most) > 0) {
    const used = `${written(credited.minus(creditLeft))} of the payment became account credit and has been used`;
    throw new DomainError("state_conflict", `${used}. Refund at most ${written(most)}.`);
  }
  return Decimal.min(amount, creditLeft);
}
