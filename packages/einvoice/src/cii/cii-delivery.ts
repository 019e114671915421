import type { ElectronicInvoice } from "../model/electronic-invoice.ts";
import { group, textElement, type XmlElement } from "../xml/element.ts";
import { ciiDate } from "./cii-date.ts";
import { ciiParty } from "./cii-party.ts";

/** Where and when it was delivered. The syntax requires the element even if it is empty. */
export function ciiDelivery({ delivery, references }: ElectronicInvoice): XmlElement {
  const written = group(
    "ram:ApplicableHeaderTradeDelivery",
    delivery === null
      ? null
      : ciiParty("ram:ShipToTradeParty", {
          identifiers: delivery.location === null ? [] : [delivery.location],
          name: delivery.name,
          address: delivery.address,
        }),
    group(
      "ram:ActualDeliverySupplyChainEvent",
      ciiDate("ram:OccurrenceDateTime", delivery === null ? null : delivery.deliveredOn),
    ),
    group("ram:DespatchAdviceReferencedDocument", textElement("ram:IssuerAssignedID", references.despatchAdvice)),
    group("ram:ReceivingAdviceReferencedDocument", textElement("ram:IssuerAssignedID", references.receivingAdvice)),
  );
  return written ?? { name: "ram:ApplicableHeaderTradeDelivery", attributes: {}, children: [], text: "" };
}
