import type { PaymentRow } from "@counterfoil/storage";
import type { Work } from "../../context.ts";
import { queueMail } from "../../mails/index.ts";

/** Queues the receipt mail of a received payment, if the subscription's settings allow it. */
export async function sendReceipt(
  work: Work,
  { id, receiptNumber, invoiceId, amount, currency, paidOn }: PaymentRow,
): Promise<void> {
  if (paidOn === null) return;
  // The stored payment method is a value of the API, which has no translation, so the mail does not name it.
  const payment = { id, receiptNumber, amount, currency, receivedOn: paidOn, method: null };
  await queueMail(work, { kind: "receipt", invoiceId, occasion: id, payment });
}
