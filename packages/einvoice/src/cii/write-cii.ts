import type { ElectronicInvoice, Note } from "../model/electronic-invoice.ts";
import { group, textElement, type XmlElement } from "../xml/element.ts";
import { writeXml } from "../xml/write-xml.ts";
import { ciiAgreement } from "./cii-agreement.ts";
import { ciiDate } from "./cii-date.ts";
import { ciiDelivery } from "./cii-delivery.ts";
import { ciiLine } from "./cii-line.ts";
import { ciiSettlement } from "./cii-settlement.ts";

const NAMESPACES = {
  "xmlns:rsm": "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
  "xmlns:ram": "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
  "xmlns:qdt": "urn:un:unece:uncefact:data:standard:QualifiedDataType:100",
  "xmlns:udt": "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
};

/**
 * The invoice as UN/CEFACT Cross Industry Invoice (D16B, which D22B and Factur-X readers also accept), following the
 * mapping of CEN/TS 16931-3-3. It writes the invoice unchecked: call `checkRules` first to make sure that it meets the
 * standard.
 */
export function writeCii(invoice: ElectronicInvoice): string {
  return writeXml(
    "rsm:CrossIndustryInvoice",
    NAMESPACES,
    group(
      "rsm:ExchangedDocumentContext",
      group("ram:BusinessProcessSpecifiedDocumentContextParameter", textElement("ram:ID", invoice.process)),
      group("ram:GuidelineSpecifiedDocumentContextParameter", textElement("ram:ID", invoice.specification)),
    ),
    group(
      "rsm:ExchangedDocument",
      textElement("ram:ID", invoice.number),
      textElement("ram:TypeCode", invoice.typeCode),
      ciiDate("ram:IssueDateTime", invoice.issuedOn),
      invoice.notes.map(ciiNote),
    ),
    group(
      "rsm:SupplyChainTradeTransaction",
      invoice.lines.map((line) => ciiLine(line)),
      ciiAgreement(invoice),
      ciiDelivery(invoice),
      ciiSettlement(invoice),
    ),
  );
}

function ciiNote({ subject, text }: Note): XmlElement | null {
  return group("ram:IncludedNote", textElement("ram:Content", text), textElement("ram:SubjectCode", subject));
}
