import type { ElectronicInvoice } from "../model/electronic-invoice.ts";
import type { Payment } from "../model/payment.ts";
import { isWritten, rule, type Rule, ruleAt } from "./rule.ts";

/** Credit transfer and SEPA credit transfer. */
const TRANSFERS = new Set(["30", "58"]);
/** A full card number has more digits than these: the first six and the last four. */
const CARD_DIGITS = 10;

export const paymentRules: readonly Rule[] = [
  ruleAt(
    "BR-49",
    "A payment instruction (BG-16) must name the means of payment (BT-81).",
    "/payment/meansCode",
    (invoice) => forPayment(invoice, ({ meansCode }) => isWritten(meansCode)),
  ),
  rule("BR-50", "A credit transfer (BG-17) must name an account (BT-84).", ({ payment }) =>
    payment === null
      ? []
      : payment.transfers.flatMap(({ account }, at) =>
          isWritten(account) ? [] : [`/payment/transfers/${at}/account`],
        ),
  ),
  ruleAt(
    "BR-51",
    "A card number (BT-87) must show at most the first six and the last four digits.",
    "/payment/card/account",
    (invoice) => forPayment(invoice, ({ card }) => card === null || card.account.trim().length <= CARD_DIGITS),
  ),
  ruleAt("BR-61", "An invoice paid by credit transfer must name an account (BT-84).", "/payment/transfers", (invoice) =>
    forPayment(invoice, ({ meansCode, transfers }) => !TRANSFERS.has(meansCode) || transfers.length > 0),
  ),
];

function forPayment({ payment }: ElectronicInvoice, holds: (payment: Payment) => boolean): boolean {
  return payment === null || holds(payment);
}
