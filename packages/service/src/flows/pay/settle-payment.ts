import { Decimal } from "@counterfoil/engine";
import {
  findCollection,
  findPayment,
  findRefunds,
  getPaymentSettings,
  type InvoiceRow,
  lockNumbering,
  type PaymentRow,
  saveCollection,
  updatePayment,
} from "@counterfoil/storage";
import { type Context, transact, type Work } from "../../context.ts";
import { lockInvoice } from "../../invoices/index.ts";
import { UNDECIDED_SECONDS } from "../../outbox/index.ts";
import { audit, type NotificationType, notify } from "../../record.ts";
import { localDay, secondsLater } from "../../time.ts";
import {
  type Failure,
  planAfterFailure,
  type ProviderPayment,
  takeReceiptNumber,
  toPayment,
} from "../../payments/index.ts";
import { countReceived } from "./count-received.ts";
import { sendReceipt } from "./send-receipt.ts";

/**
 * The known result of a payment. `failed`: it was declined, and no customer is present to retry. `withdrawn`: it was
 * never sent, because its invoice no longer asks for it.
 */
export type PaymentOutcome =
  | { readonly kind: "known"; readonly payment: ProviderPayment }
  | { readonly kind: "withdrawn" }
  | { readonly kind: "failed"; readonly failure: Failure };

/**
 * Records the provider's result of a payment, once, however often and in whatever order it is reported. Received money
 * is counted even if the payment was thought to have failed. A succeeded payment no longer changes.
 */
export function settlePayment(context: Context, paymentId: string, outcome: PaymentOutcome): Promise<PaymentRow> {
  return transact(context, async (transaction) => {
    const seen = await findPayment(transaction.tx, paymentId);
    if (seen === undefined) throw new Error(`payment ${paymentId} is gone`);
    const { work, invoice } = await lockInvoice(transaction, seen.invoiceId);
    const before = (await findPayment(work.tx, paymentId, "for no key update")) ?? seen;
    const after = withOutcome(before, outcome, transaction.clock.now());
    if (isFinal(before.status) && after.status !== "succeeded") return before;
    if (before.status === "succeeded") return before;
    // A webhook arrived before this conclusion, which was made without it. The provider knows the payment, so it is
    // asked instead.
    if (outcome.kind !== "known" && before.providerPaymentId !== null) return before;
    const settled = await countSettled(transaction, work, invoice, { ...after, updatedAt: work.clock.now() });
    await updatePayment(work.tx, settled);
    if (settled.status !== before.status) await tellSettled(work, before, settled);
    if (isUnpaidEnd(settled) && settled.isAutomatic) await planRetry(work, invoice, outcome);
    return settled;
  });
}

function isFinal(status: PaymentRow["status"]): boolean {
  return status === "succeeded" || status === "failed" || status === "canceled";
}

function isUnpaidEnd({ status }: PaymentRow): boolean {
  return status === "failed" || status === "canceled";
}

function withOutcome(payment: PaymentRow, outcome: PaymentOutcome, systemNow: string): PaymentRow {
  if (outcome.kind === "failed") return withFailure(payment, outcome.failure);
  if (outcome.kind === "withdrawn") return { ...withFailure(payment, NO_LONGER_DUE), status: "canceled" };
  const { providerPaymentId, status, method, failure } = outcome.payment;
  const known: PaymentRow = { ...payment, providerPaymentId, method };
  // No customer is present to act during automatic collection, so this is as good as a decline.
  if (payment.isAutomatic && status === "requires_action") {
    return withFailure(known, failure ?? { code: "requires_action", reason: "The customer must confirm the payment." });
  }
  const isOpen = status === "processing" || status === "requires_action";
  return {
    ...known,
    status,
    failureCode: status === "succeeded" ? null : (failure?.code ?? null),
    failureReason: status === "succeeded" ? null : (failure?.reason ?? null),
    nextAttemptAt: isOpen ? secondsLater(systemNow, UNDECIDED_SECONDS) : null,
    lockedUntil: null,
  };
}

const NO_LONGER_DUE: Failure = {
  code: "no_longer_due",
  reason: "The amount due of the invoice is now lower than this payment. Nothing was collected.",
};

function withFailure(payment: PaymentRow, { code, reason }: Failure): PaymentRow {
  return {
    ...payment,
    status: "failed",
    failureCode: code,
    failureReason: reason,
    nextAttemptAt: null,
    lockedUntil: null,
  };
}

/** Counts received money on the invoice and the account's credit. */
async function countSettled(
  transaction: Work,
  work: Work,
  invoice: InvoiceRow,
  payment: PaymentRow,
): Promise<PaymentRow> {
  if (payment.status !== "succeeded") return payment;
  const own = { ...transaction, clock: work.clock };
  await lockNumbering(work.tx, "take");
  const received = await countReceived(own, invoice, Decimal.of(payment.amount));
  return {
    ...payment,
    ...(await takeReceiptNumber(own)),
    appliedAmount: received.applied.toString(),
    creditedAmount: received.credited.toString(),
    paidOn: localDay(work.clock.now(), invoice.timezone),
  };
}

const TOLD: Partial<Record<PaymentRow["status"], NotificationType>> = {
  succeeded: "payment.created",
  failed: "payment.failed",
};

/** Audits and notifies a payment's change, or (without `before`) its beginning. */
export async function tellSettled(work: Work, before: PaymentRow | null, after: PaymentRow): Promise<void> {
  const refunds = await findRefunds(work.tx, [after.id]);
  const shown = toPayment(after, refunds);
  await audit(work, {
    action: after.status === "pending" ? "payment.begun" : `payment.${after.status}`,
    objectId: after.id,
    before: before === null ? null : toPayment(before, refunds),
    after: shown,
  });
  const type = TOLD[after.status];
  if (type !== undefined) await notify(work, type, after.id, shown);
  if (after.status === "succeeded") await sendReceipt(work, after);
}

/**
 * Schedules the next attempt or the outcome of an invoice whose automatic payment failed, unless a user stopped dunning
 * meanwhile. A withdrawn payment did not fail, so any amount still due is attempted now.
 */
async function planRetry(work: Work, invoice: InvoiceRow, { kind }: PaymentOutcome): Promise<void> {
  const collection = await findCollection(work.tx, invoice.id);
  if (collection === undefined || !collection.isAutomatic) return;
  const now = work.clock.now();
  if (kind === "withdrawn") return saveCollection(work.tx, { ...collection, attemptAt: now, updatedAt: now });
  const settings = await getPaymentSettings(work.tx);
  await saveCollection(work.tx, planAfterFailure(collection, invoice.timezone, settings, now));
}
