import { XmlDocument } from "libxml2-wasm";

/** The content of a document, read from either syntax. Two documents have the same content if these are equal. */
export interface Said {
  readonly head: readonly string[];
  readonly parties: readonly string[];
  readonly totals: readonly string[];
  readonly breakdown: readonly (readonly string[])[];
  readonly allowances: readonly (readonly string[])[];
  readonly lines: readonly (readonly string[])[];
}

/** The paths of the content in a syntax, relative to the element of each list. */
interface Places {
  readonly namespaces: Readonly<Record<string, string>>;
  readonly head: readonly string[];
  readonly parties: readonly string[];
  readonly totals: readonly string[];
  readonly breakdown: readonly [string, readonly string[]];
  readonly allowances: readonly [string, readonly string[]];
  readonly lines: readonly [string, readonly string[]];
}

const DEAL = "/rsm:CrossIndustryInvoice/rsm:SupplyChainTradeTransaction";
const SETTLEMENT = `${DEAL}/ram:ApplicableHeaderTradeSettlement`;
const SUM = `${SETTLEMENT}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`;
const AGREEMENT = `${DEAL}/ram:ApplicableHeaderTradeAgreement`;

const CII: Places = {
  namespaces: {
    rsm: "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
    ram: "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
    udt: "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
  },
  head: [
    "/rsm:CrossIndustryInvoice/rsm:ExchangedDocument/ram:ID",
    "/rsm:CrossIndustryInvoice/rsm:ExchangedDocument/ram:TypeCode",
    "/rsm:CrossIndustryInvoice/rsm:ExchangedDocument/ram:IssueDateTime/udt:DateTimeString",
    `${SETTLEMENT}/ram:InvoiceCurrencyCode`,
    `${SETTLEMENT}/ram:SpecifiedTradePaymentTerms/ram:DueDateDateTime/udt:DateTimeString`,
    `${AGREEMENT}/ram:BuyerOrderReferencedDocument/ram:IssuerAssignedID`,
  ],
  parties: ["SellerTradeParty", "BuyerTradeParty"].flatMap((party) => [
    `${AGREEMENT}/ram:${party}/ram:Name`,
    `${AGREEMENT}/ram:${party}/ram:SpecifiedTaxRegistration/ram:ID[@schemeID='VA']`,
    `${AGREEMENT}/ram:${party}/ram:PostalTradeAddress/ram:CityName`,
    `${AGREEMENT}/ram:${party}/ram:PostalTradeAddress/ram:CountryID`,
  ]),
  totals: [
    `${SUM}/ram:LineTotalAmount`,
    `${SUM}/ram:TaxBasisTotalAmount`,
    `${SUM}/ram:TaxTotalAmount`,
    `${SUM}/ram:GrandTotalAmount`,
    `${SUM}/ram:TotalPrepaidAmount`,
    `${SUM}/ram:DuePayableAmount`,
  ],
  breakdown: [
    `${SETTLEMENT}/ram:ApplicableTradeTax`,
    [
      "ram:CategoryCode",
      "ram:RateApplicablePercent",
      "ram:BasisAmount",
      "ram:CalculatedAmount",
      "ram:ExemptionReason",
      "ram:ExemptionReasonCode",
    ],
  ],
  allowances: [
    `${SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge`,
    [
      "ram:ChargeIndicator/udt:Indicator",
      "ram:ActualAmount",
      "ram:Reason",
      "ram:CategoryTradeTax/ram:CategoryCode",
      "ram:CategoryTradeTax/ram:RateApplicablePercent",
    ],
  ],
  lines: [
    `${DEAL}/ram:IncludedSupplyChainTradeLineItem`,
    [
      "ram:AssociatedDocumentLineDocument/ram:LineID",
      "ram:SpecifiedTradeProduct/ram:Name",
      "ram:SpecifiedLineTradeDelivery/ram:BilledQuantity",
      "ram:SpecifiedLineTradeDelivery/ram:BilledQuantity/@unitCode",
      "ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice/ram:ChargeAmount",
      "ram:SpecifiedLineTradeSettlement/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount",
      "ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax/ram:CategoryCode",
      "ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax/ram:RateApplicablePercent",
    ],
  ],
};

const UBL: Places = {
  namespaces: {
    cac: "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2",
    cbc: "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2",
  },
  head: [
    "/*/cbc:ID",
    "/*/cbc:InvoiceTypeCode | /*/cbc:CreditNoteTypeCode",
    "/*/cbc:IssueDate",
    "/*/cbc:DocumentCurrencyCode",
    "/*/cbc:DueDate | /*/cac:PaymentMeans/cbc:PaymentDueDate",
    "/*/cac:OrderReference/cbc:ID",
  ],
  parties: ["AccountingSupplierParty", "AccountingCustomerParty"].flatMap((party) => [
    `/*/cac:${party}/cac:Party/cac:PartyLegalEntity/cbc:RegistrationName`,
    `/*/cac:${party}/cac:Party/cac:PartyTaxScheme[cac:TaxScheme/cbc:ID='VAT']/cbc:CompanyID`,
    `/*/cac:${party}/cac:Party/cac:PostalAddress/cbc:CityName`,
    `/*/cac:${party}/cac:Party/cac:PostalAddress/cac:Country/cbc:IdentificationCode`,
  ]),
  totals: [
    "/*/cac:LegalMonetaryTotal/cbc:LineExtensionAmount",
    "/*/cac:LegalMonetaryTotal/cbc:TaxExclusiveAmount",
    "/*/cac:TaxTotal/cbc:TaxAmount",
    "/*/cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount",
    "/*/cac:LegalMonetaryTotal/cbc:PrepaidAmount",
    "/*/cac:LegalMonetaryTotal/cbc:PayableAmount",
  ],
  breakdown: [
    "/*/cac:TaxTotal/cac:TaxSubtotal",
    [
      "cac:TaxCategory/cbc:ID",
      "cac:TaxCategory/cbc:Percent",
      "cbc:TaxableAmount",
      "cbc:TaxAmount",
      "cac:TaxCategory/cbc:TaxExemptionReason",
      "cac:TaxCategory/cbc:TaxExemptionReasonCode",
    ],
  ],
  allowances: [
    "/*/cac:AllowanceCharge",
    [
      "cbc:ChargeIndicator",
      "cbc:Amount",
      "cbc:AllowanceChargeReason",
      "cac:TaxCategory/cbc:ID",
      "cac:TaxCategory/cbc:Percent",
    ],
  ],
  lines: [
    "/*/cac:InvoiceLine | /*/cac:CreditNoteLine",
    [
      "cbc:ID",
      "cac:Item/cbc:Name",
      "cbc:InvoicedQuantity | cbc:CreditedQuantity",
      "cbc:InvoicedQuantity/@unitCode | cbc:CreditedQuantity/@unitCode",
      "cac:Price/cbc:PriceAmount",
      "cbc:LineExtensionAmount",
      "cac:Item/cac:ClassifiedTaxCategory/cbc:ID",
      "cac:Item/cac:ClassifiedTaxCategory/cbc:Percent",
    ],
  ],
};

export function saidInCii(xml: string): Said {
  return said(xml, CII);
}

export function saidInUbl(xml: string): Said {
  return said(xml, UBL);
}

function said(xml: string, places: Places): Said {
  using document = XmlDocument.fromString(xml);
  const namespaces = { ...places.namespaces };
  const at = (paths: readonly string[]) => paths.map((path) => plain(document.get(path, namespaces)?.content ?? ""));
  const each = ([list, paths]: readonly [string, readonly string[]]) =>
    document
      .find(list, namespaces)
      .map((one) => paths.map((path) => plain((one as typeof document.root).get(path, namespaces)?.content ?? "")));
  return {
    head: at(places.head),
    parties: at(places.parties),
    totals: at(places.totals),
    breakdown: each(places.breakdown),
    allowances: each(places.allowances),
    lines: each(places.lines),
  };
}

/** The syntaxes write dates differently: 20260131 and 2026-01-31. */
function plain(text: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text.replaceAll("-", "") : text;
}
