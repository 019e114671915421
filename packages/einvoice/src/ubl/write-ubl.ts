import { creditNoteTypes } from "../codes/document-types.ts";
import type { ElectronicInvoice } from "../model/electronic-invoice.ts";
import { group, textElement, type XmlPart } from "../xml/element.ts";
import { writeXml } from "../xml/write-xml.ts";
import { ublLine } from "./ubl-line.ts";
import { ublParty, ublPayee, ublTaxRepresentative } from "./ubl-party.ts";
import { ublDelivery, ublPaymentMeans } from "./ubl-payment.ts";
import { ublPeriod, ublReferences } from "./ubl-references.ts";
import { ublAllowance, ublTaxTotals, ublTotals } from "./ubl-amounts.ts";

const NAMESPACES = {
  "xmlns:cac": "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2",
  "xmlns:cbc": "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2",
};

/**
 * The invoice as UBL 2.1, following the mapping of CEN/TS 16931-3-2: an Invoice, or a CreditNote if its type is a
 * credit note type. It writes the invoice unchecked: call `checkRules` first to make sure that it meets the standard.
 */
export function writeUbl(invoice: ElectronicInvoice): string {
  const isCreditNote = creditNoteTypes.has(invoice.typeCode);
  const name = isCreditNote ? "CreditNote" : "Invoice";
  return writeXml(
    name,
    { xmlns: `urn:oasis:names:specification:ubl:schema:xsd:${name}-2`, ...NAMESPACES },
    textElement("cbc:CustomizationID", invoice.specification),
    textElement("cbc:ProfileID", invoice.process),
    textElement("cbc:ID", invoice.number),
    textElement("cbc:IssueDate", invoice.issuedOn),
    isCreditNote ? creditNoteHead(invoice) : invoiceHead(invoice),
    textElement("cbc:DocumentCurrencyCode", invoice.currency),
    textElement("cbc:TaxCurrencyCode", invoice.vatAccountingCurrency),
    textElement("cbc:AccountingCost", invoice.references.buyerAccounting),
    textElement("cbc:BuyerReference", invoice.buyerReference),
    ublPeriod(invoice.period, invoice.vatPointCode),
    ublReferences(invoice, isCreditNote),
    group("cac:AccountingSupplierParty", ublSeller(invoice)),
    group("cac:AccountingCustomerParty", ublBuyer(invoice)),
    ublPayee(invoice),
    ublTaxRepresentative(invoice.taxRepresentative),
    ublDelivery(invoice.delivery),
    ublPaymentMeans(invoice, isCreditNote),
    group("cac:PaymentTerms", textElement("cbc:Note", invoice.paymentTerms)),
    invoice.allowances.map((allowance) => ublAllowance(false, allowance, allowance.vat, invoice.currency)),
    invoice.surcharges.map((surcharge) => ublAllowance(true, surcharge, surcharge.vat, invoice.currency)),
    ublTaxTotals(invoice),
    ublTotals(invoice),
    invoice.lines.map((line) => ublLine(line, invoice.currency, isCreditNote)),
  );
}

/**
 * The two documents have the same members in different order. A credit note has its due date in the payment element.
 */
function invoiceHead(invoice: ElectronicInvoice): XmlPart {
  return [
    textElement("cbc:DueDate", invoice.dueOn),
    textElement("cbc:InvoiceTypeCode", invoice.typeCode),
    ublNotes(invoice),
    textElement("cbc:TaxPointDate", invoice.vatPointOn),
  ];
}

function creditNoteHead(invoice: ElectronicInvoice): XmlPart {
  return [
    textElement("cbc:TaxPointDate", invoice.vatPointOn),
    textElement("cbc:CreditNoteTypeCode", invoice.typeCode),
    ublNotes(invoice),
  ];
}

/** The syntax has one element for a note. The note's subject is in it, between number signs. */
function ublNotes({ notes }: ElectronicInvoice): XmlPart {
  return notes.map(({ subject, text }) => textElement("cbc:Note", subject === null ? text : `#${subject}#${text}`));
}

function ublSeller({ seller, payee, payment }: ElectronicInvoice): XmlPart {
  const directDebit = payment === null ? null : payment.directDebit;
  // Banks identify a creditor that collects by direct debit by an identifier, which is written at the payee.
  const collectedBy = payee === null && directDebit !== null ? directDebit.creditor : null;
  const identifiers = collectedBy === null ? [] : [{ id: collectedBy, scheme: "SEPA" }];
  return ublParty({ ...seller, identifiers: [...seller.identifiers, ...identifiers] });
}

function ublBuyer({ buyer }: ElectronicInvoice): XmlPart {
  return ublParty({ ...buyer, identifiers: buyer.identifier === null ? [] : [buyer.identifier] });
}
