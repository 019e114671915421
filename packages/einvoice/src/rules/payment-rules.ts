import type { ElectronicInvoice } from "../model/electronic-invoice.ts";
import type { Payment } from "../model/payment.ts";
import { isWritten, rule, type Rule, ruleAt } from "./rule.ts";

/** Credit transfer and SEPA credit transfer. */
const TRANSFERS = new Set(["30", "58"]);
/** What a full number of a card is longer than: the first six and the last four digits. */
const CARD_DIGITS = 10;

export const paymentRules: readonly Rule[] = [
  ruleAt("BR-49", "A payment instruction (BG-16) says by which means (BT-81).", "/payment/meansCode", (invoice) =>
    forPayment(invoice, ({ meansCode }) => isWritten(meansCode)),
  ),
  rule("BR-50", "A credit transfer (BG-17) names an account (BT-84).", ({ payment }) =>
    payment === null
      ? []
      : payment.transfers.flatMap(({ account }, at) =>
          isWritten(account) ? [] : [`/payment/transfers/${at}/account`],
        ),
  ),
  ruleAt(
    "BR-51",
    "The number of a card (BT-87) is never told in full: six digits at its start and four at its end at the most.",
    "/payment/card/account",
    (invoice) => forPayment(invoice, ({ card }) => card === null || card.account.trim().length <= CARD_DIGITS),
  ),
  ruleAt(
    "BR-61",
    "Where an invoice is paid by credit transfer, an account is named (BT-84).",
    "/payment/transfers",
    (invoice) => forPayment(invoice, ({ meansCode, transfers }) => !TRANSFERS.has(meansCode) || transfers.length > 0),
  ),
];

function forPayment({ payment }: ElectronicInvoice, holds: (payment: Payment) => boolean): boolean {
  return payment === null || holds(payment);
}
