import type { ElectronicInvoice } from "../model/electronic-invoice.ts";
import type { Delivery } from "../model/party.ts";
import type { CreditTransfer, Payment } from "../model/payment.ts";
import { group, textElement, type XmlElement, type XmlPart } from "../xml/element.ts";
import { identified, ublAddress } from "./ubl-party.ts";

/**
 * One element for each account that accepts payments. All have the same payment means. A credit note has its due date
 * here.
 */
export function ublPaymentMeans({ payment, dueOn }: ElectronicInvoice, isCreditNote: boolean): XmlPart {
  const creditNoteDue = isCreditNote ? dueOn : null;
  if (payment === null) {
    // 1 means that the means are not defined.
    return creditNoteDue === null
      ? null
      : group(
          "cac:PaymentMeans",
          textElement("cbc:PaymentMeansCode", "1"),
          textElement("cbc:PaymentDueDate", creditNoteDue),
        );
  }
  const transfers = payment.transfers.length === 0 ? [null] : payment.transfers;
  // Only the payment means code repeats for each account. Everything else appears once.
  return transfers.map((transfer, index) =>
    index === 0
      ? paymentMeans(payment, transfer, creditNoteDue)
      : paymentMeans({ ...payment, meansText: null, card: null, directDebit: null }, transfer, null),
  );
}

function paymentMeans(payment: Payment, transfer: CreditTransfer | null, dueOn: string | null): XmlElement | null {
  const { card, directDebit } = payment;
  return group(
    "cac:PaymentMeans",
    textElement("cbc:PaymentMeansCode", payment.meansCode, { name: payment.meansText }),
    textElement("cbc:PaymentDueDate", dueOn),
    textElement("cbc:PaymentID", payment.remittance),
    card === null
      ? null
      : group(
          "cac:CardAccount",
          textElement("cbc:PrimaryAccountNumberID", card.account),
          // The syntax requires it, but the standard has no term for the network.
          textElement("cbc:NetworkID", "NA"),
          textElement("cbc:HolderName", card.holder),
        ),
    transfer === null
      ? null
      : group(
          "cac:PayeeFinancialAccount",
          textElement("cbc:ID", transfer.account),
          textElement("cbc:Name", transfer.name),
          group("cac:FinancialInstitutionBranch", textElement("cbc:ID", transfer.provider)),
        ),
    directDebit === null
      ? null
      : group(
          "cac:PaymentMandate",
          textElement("cbc:ID", directDebit.mandate),
          group("cac:PayerFinancialAccount", textElement("cbc:ID", directDebit.debitedAccount)),
        ),
  );
}

export function ublDelivery(delivery: Delivery | null): XmlElement | null {
  if (delivery === null) return null;
  return group(
    "cac:Delivery",
    textElement("cbc:ActualDeliveryDate", delivery.deliveredOn),
    group("cac:DeliveryLocation", identified("cbc:ID", delivery.location), ublAddress("cac:Address", delivery.address)),
    group("cac:DeliveryParty", group("cac:PartyName", textElement("cbc:Name", delivery.name))),
  );
}
