import { Decimal } from "@counterfoil/engine";
import {
  insertPayment,
  type InvoiceRow,
  lockNumbering,
  type PaymentMethod,
  type PaymentRow,
  updatePayment,
} from "@counterfoil/storage";
import { type Context, transact, type Work } from "../../context.ts";
import { DomainError, type Fault, refuseFaults } from "../../errors/index.ts";
import { lockInvoiceFor, paymentAmountFaults } from "../../invoices/index.ts";
import { audit, notify } from "../../record.ts";
import { localDay } from "../../time.ts";
import { countReceived, splitReceived } from "./count-received.ts";
import { type Payment, takeReceiptNumber, toPayment } from "../../payments/index.ts";
import { sendReceipt } from "./send-receipt.ts";

export interface PaymentInput {
  amount: string;
  method: PaymentMethod;
  /** The local day on which it was paid. Default: the current day. */
  date?: string | null;
  note?: string | null;
  externalId?: string | null;
}

/**
 * Records a payment that was received outside of a provider (R-INV-7). A partial payment is accepted; an excess becomes
 * account credit. 409 for an invoice that cannot be paid.
 */
export function recordPayment(context: Context, invoiceId: string, input: PaymentInput): Promise<Payment> {
  return transact(context, async (transaction) => {
    const { work, invoice, now } = await lockInvoiceFor(transaction, invoiceId, "pay");
    const today = localDay(now, invoice.timezone);
    refuseFaults([...paymentAmountFaults(input.amount, invoice.currency), ...dateFaults(input.date, today)]);
    const amount = Decimal.of(input.amount);
    const { applied, credited } = splitReceived(invoice, amount);
    const received: PaymentRow = {
      ...newPayment(work, invoice, amount),
      appliedAmount: applied.toString(),
      creditedAmount: credited.toString(),
      status: "succeeded",
      method: input.method,
      paidOn: input.date ?? today,
      note: input.note ?? null,
      externalId: input.externalId ?? null,
    };
    if (!(await insertPayment(work.tx, received))) {
      throw new DomainError(
        "state_conflict",
        `Another payment already has the externalId ${JSON.stringify(received.externalId)}.`,
      );
    }
    // Inserting the payment may wait for another one with the same external ID, so the account is locked afterwards
    // (docs/locking.md).
    await lockNumbering(work.tx, "take");
    await countReceived(work, invoice, amount);
    const row: PaymentRow = { ...received, ...(await takeReceiptNumber(work)) };
    await updatePayment(work.tx, row);
    const payment = toPayment(row, []);
    await audit(work, { action: "payment.created", objectId: row.id, after: payment });
    await notify(work, "payment.created", row.id, payment);
    await sendReceipt(work, row);
    return payment;
  });
}

/** A new payment of an invoice, before it has any result. */
export function newPayment(work: Work, invoice: InvoiceRow, amount: Decimal): PaymentRow {
  const now = work.clock.now();
  return {
    id: work.ids.next("pay"),
    accountId: invoice.accountId,
    invoiceId: invoice.id,
    testClockId: invoice.testClockId,
    currency: invoice.currency,
    amount: amount.toString(),
    appliedAmount: "0",
    creditedAmount: "0",
    refundedAmount: "0",
    refundedCreditAmount: "0",
    status: "pending",
    method: "other",
    provider: "manual",
    providerPaymentId: null,
    isAutomatic: false,
    paymentMethodId: null,
    paidOn: null,
    receiptNumber: null,
    receiptSeries: null,
    receiptSequence: null,
    receiptSha256: null,
    note: null,
    externalId: null,
    failureCode: null,
    failureReason: null,
    attempts: 0,
    nextAttemptAt: null,
    lockedUntil: null,
    calledAt: null,
    createdAt: now,
    updatedAt: now,
  };
}

function dateFaults(date: string | null | undefined, today: string): Fault[] {
  if (date === null || date === undefined || date <= today) return [];
  const detail =
    `The payment date ${date} is in the future. Use ${today}, the current day of the account, or an earlier ` + "day.";
  return [{ pointer: "/date", code: "in_the_future", detail }];
}
