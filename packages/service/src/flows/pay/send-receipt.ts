import type { PaymentRow } from "@counterfoil/storage";
import type { Work } from "../../context.ts";
import { queueMail } from "../../mails/index.ts";

/** Puts the receipt of a payment that was received into the outbox of mail, where the subscription's switches want one. */
export async function sendReceipt(
  work: Work,
  { id, receiptNumber, invoiceId, amount, currency, paidOn }: PaymentRow,
): Promise<void> {
  if (paidOn === null) return;
  // The method is named in no language: what is stored is a word of the interface.
  const payment = { id, receiptNumber, amount, currency, receivedOn: paidOn, method: null };
  await queueMail(work, { kind: "receipt", invoiceId, occasion: id, payment });
}
