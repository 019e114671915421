import type { CreditTransfer, Payment } from "../model/payment.ts";
import { group, textElement, type XmlElement } from "../xml/element.ts";

/** One element for each account that accepts payments. All have the same payment means. */
export function ciiPaymentMeans(payment: Payment): (XmlElement | null)[] {
  const transfers = payment.transfers.length === 0 ? [null] : payment.transfers;
  return transfers.map((transfer) => paymentMeans(payment, transfer));
}

function paymentMeans({ meansCode, meansText, card, directDebit }: Payment, transfer: CreditTransfer | null) {
  return group(
    "ram:SpecifiedTradeSettlementPaymentMeans",
    textElement("ram:TypeCode", meansCode),
    textElement("ram:Information", meansText),
    card === null
      ? null
      : group(
          "ram:ApplicableTradeSettlementFinancialCard",
          textElement("ram:ID", card.account),
          textElement("ram:CardholderName", card.holder),
        ),
    directDebit === null
      ? null
      : group("ram:PayerPartyDebtorFinancialAccount", textElement("ram:IBANID", directDebit.debitedAccount)),
    transfer === null ? null : creditorAccount(transfer),
    transfer === null
      ? null
      : group("ram:PayeeSpecifiedCreditorFinancialInstitution", textElement("ram:BICID", transfer.provider)),
  );
}

/** An IBAN has a separate element. */
function creditorAccount({ account, name }: CreditTransfer): XmlElement | null {
  const isIban = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account);
  return group(
    "ram:PayeePartyCreditorFinancialAccount",
    isIban ? textElement("ram:IBANID", account) : null,
    textElement("ram:AccountName", name),
    isIban ? null : textElement("ram:ProprietaryID", account),
  );
}
