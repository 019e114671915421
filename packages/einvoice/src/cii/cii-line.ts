import type { ElectronicInvoiceLine, Item } from "../model/line.ts";
import { group, textElement, type XmlElement } from "../xml/element.ts";
import { writtenAmount, writtenDecimal } from "../xml/written-amounts.ts";
import { ciiInvoicedObject } from "./cii-agreement.ts";
import { ciiPeriod } from "./cii-date.ts";
import { ciiAllowance, ciiVatRate } from "./cii-vat.ts";

export function ciiLine(line: ElectronicInvoiceLine): XmlElement | null {
  return group(
    "ram:IncludedSupplyChainTradeLineItem",
    group(
      "ram:AssociatedDocumentLineDocument",
      textElement("ram:LineID", line.id),
      group("ram:IncludedNote", textElement("ram:Content", line.note)),
    ),
    ciiItem(line.item),
    ciiPrices(line),
    group(
      "ram:SpecifiedLineTradeDelivery",
      textElement("ram:BilledQuantity", writtenDecimal(line.quantity), { unitCode: line.unitCode }),
    ),
    group(
      "ram:SpecifiedLineTradeSettlement",
      ciiVatRate("ram:ApplicableTradeTax", line.vat),
      ciiPeriod(line.period),
      line.allowances.map((allowance) => ciiAllowance(false, allowance, null)),
      line.surcharges.map((surcharge) => ciiAllowance(true, surcharge, null)),
      group(
        "ram:SpecifiedTradeSettlementLineMonetarySummation",
        textElement("ram:LineTotalAmount", writtenAmount(line.netAmount)),
      ),
      ciiInvoicedObject(line.invoicedObject),
      group("ram:ReceivableSpecifiedTradeAccountingAccount", textElement("ram:ID", line.buyerAccounting)),
    ),
  );
}

function ciiItem(item: Item): XmlElement | null {
  const { standardIdentifier } = item;
  return group(
    "ram:SpecifiedTradeProduct",
    standardIdentifier === null
      ? null
      : textElement("ram:GlobalID", standardIdentifier.id, { schemeID: standardIdentifier.scheme }),
    textElement("ram:SellerAssignedID", item.sellerIdentifier),
    textElement("ram:BuyerAssignedID", item.buyerIdentifier),
    textElement("ram:Name", item.name),
    textElement("ram:Description", item.description),
    item.attributes.map(({ name, value }) =>
      group(
        "ram:ApplicableProductCharacteristic",
        textElement("ram:Description", name),
        textElement("ram:Value", value),
      ),
    ),
    item.classifications.map(({ id, scheme }) =>
      group("ram:DesignatedProductClassification", textElement("ram:ClassCode", id, { listID: scheme })),
    ),
    group("ram:OriginTradeCountry", textElement("ram:ID", item.originCountry)),
  );
}

function ciiPrices({ price, unitCode, orderLine }: ElectronicInvoiceLine): XmlElement | null {
  const basis =
    price.baseQuantity === null
      ? null
      : textElement("ram:BasisQuantity", writtenDecimal(price.baseQuantity), { unitCode });
  return group(
    "ram:SpecifiedLineTradeAgreement",
    group("ram:BuyerOrderReferencedDocument", textElement("ram:LineID", orderLine)),
    price.gross === null
      ? null
      : group(
          "ram:GrossPriceProductTradePrice",
          textElement("ram:ChargeAmount", writtenDecimal(price.gross)),
          basis,
          group(
            "ram:AppliedTradeAllowanceCharge",
            group("ram:ChargeIndicator", textElement("udt:Indicator", "false")),
            textElement("ram:ActualAmount", writtenDecimal(price.gross.minus(price.net))),
          ),
        ),
    group("ram:NetPriceProductTradePrice", textElement("ram:ChargeAmount", writtenDecimal(price.net)), basis),
  );
}
