import type { ElectronicInvoice, SupportingDocument } from "../model/electronic-invoice.ts";
import { group, textElement, type XmlElement } from "../xml/element.ts";
import { ciiParty } from "./cii-party.ts";

/** The parties and the documents that the invoice refers to. */
export function ciiAgreement(invoice: ElectronicInvoice): XmlElement | null {
  const { seller, buyer, taxRepresentative, references } = invoice;
  return group(
    "ram:ApplicableHeaderTradeAgreement",
    textElement("ram:BuyerReference", invoice.buyerReference),
    ciiParty("ram:SellerTradeParty", seller),
    ciiParty("ram:BuyerTradeParty", { ...buyer, identifiers: buyer.identifier === null ? [] : [buyer.identifier] }),
    taxRepresentative === null
      ? null
      : ciiParty("ram:SellerTaxRepresentativeTradeParty", { ...taxRepresentative, identifiers: [] }),
    reference("ram:SellerOrderReferencedDocument", references.salesOrder),
    reference("ram:BuyerOrderReferencedDocument", references.purchaseOrder),
    reference("ram:ContractReferencedDocument", references.contract),
    invoice.supportingDocuments.map(supportingDocument),
    group("ram:AdditionalReferencedDocument", tender(references.tender)),
    ciiInvoicedObject(references.invoicedObject),
    references.project === null
      ? null
      : // The syntax requires a name in addition to the number.
        group(
          "ram:SpecifiedProcuringProject",
          textElement("ram:ID", references.project),
          textElement("ram:Name", "Project reference"),
        ),
  );
}

/** BT-18 and BT-128: the invoiced object, by an identifier that both parties know. */
export function ciiInvoicedObject(object: { id: string; scheme: string | null } | null): XmlElement | null {
  if (object === null) return null;
  return group(
    "ram:AdditionalReferencedDocument",
    textElement("ram:IssuerAssignedID", object.id),
    textElement("ram:TypeCode", "130"),
    textElement("ram:ReferenceTypeCode", object.scheme),
  );
}

function tender(number: string | null): (XmlElement | null)[] {
  return number === null ? [] : [textElement("ram:IssuerAssignedID", number), textElement("ram:TypeCode", "50")];
}

function supportingDocument({ reference: number, location, description }: SupportingDocument): XmlElement | null {
  return group(
    "ram:AdditionalReferencedDocument",
    textElement("ram:IssuerAssignedID", number),
    textElement("ram:URIID", location),
    textElement("ram:TypeCode", "916"),
    textElement("ram:Name", description),
  );
}

function reference(element: string, number: string | null): XmlElement | null {
  return group(element, textElement("ram:IssuerAssignedID", number));
}
