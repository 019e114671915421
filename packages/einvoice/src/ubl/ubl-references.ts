import type { ElectronicInvoice, VatPointCode } from "../model/electronic-invoice.ts";
import type { Identifier, InvoicingPeriod } from "../model/terms.ts";
import { group, textElement, type XmlElement, type XmlPart } from "../xml/element.ts";
import { identified } from "./ubl-party.ts";

/** The period and, for the document, the code of the VAT point. */
export function ublPeriod(period: InvoicingPeriod | null, vatPointCode: VatPointCode | null): XmlElement | null {
  return group(
    "cac:InvoicePeriod",
    textElement("cbc:StartDate", period === null ? null : period.start),
    textElement("cbc:EndDate", period === null ? null : period.end),
    textElement("cbc:DescriptionCode", vatPointCode),
  );
}

/**
 * The documents that this one refers to. In a credit note, the project has no separate element, and the tender comes
 * last.
 */
export function ublReferences(invoice: ElectronicInvoice, isCreditNote: boolean): XmlPart {
  const { references } = invoice;
  const tender = group("cac:OriginatorDocumentReference", textElement("cbc:ID", references.tender));
  const contract = group("cac:ContractDocumentReference", textElement("cbc:ID", references.contract));
  const additional = [
    objectReference("cac:AdditionalDocumentReference", references.invoicedObject),
    invoice.supportingDocuments.map(({ reference, description, location }) =>
      group(
        "cac:AdditionalDocumentReference",
        textElement("cbc:ID", reference),
        textElement("cbc:DocumentDescription", description),
        group("cac:Attachment", group("cac:ExternalReference", textElement("cbc:URI", location))),
      ),
    ),
  ];
  return [
    orderReference(invoice),
    invoice.precedingInvoices.map(({ number, issuedOn }) =>
      group(
        "cac:BillingReference",
        group("cac:InvoiceDocumentReference", textElement("cbc:ID", number), textElement("cbc:IssueDate", issuedOn)),
      ),
    ),
    group("cac:DespatchDocumentReference", textElement("cbc:ID", references.despatchAdvice)),
    group("cac:ReceiptDocumentReference", textElement("cbc:ID", references.receivingAdvice)),
    isCreditNote
      ? [contract, additional, typedReference(references.project, "50"), tender]
      : [tender, contract, additional, group("cac:ProjectReference", textElement("cbc:ID", references.project))],
  ];
}

/** BT-18 and BT-128: the invoiced object, by an identifier that both parties know. */
export function objectReference(element: string, object: Identifier | null): XmlElement | null {
  if (object === null) return null;
  return group(element, identified("cbc:ID", object), textElement("cbc:DocumentTypeCode", "130"));
}

/** The syntax allows a sales order only together with the buyer's purchase order. */
function orderReference({ references: { purchaseOrder, salesOrder } }: ElectronicInvoice): XmlElement | null {
  if (purchaseOrder === null && salesOrder === null) return null;
  return group(
    "cac:OrderReference",
    textElement("cbc:ID", purchaseOrder ?? "NA"),
    textElement("cbc:SalesOrderID", salesOrder),
  );
}

function typedReference(number: string | null, type: string): XmlElement | null {
  if (number === null) return null;
  return group(
    "cac:AdditionalDocumentReference",
    textElement("cbc:ID", number),
    textElement("cbc:DocumentTypeCode", type),
  );
}
