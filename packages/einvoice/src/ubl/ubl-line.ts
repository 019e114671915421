import type { ElectronicInvoiceLine } from "../model/line.ts";
import { group, textElement, type XmlElement } from "../xml/element.ts";
import { writtenDecimal } from "../xml/written-amounts.ts";
import { ublAllowance, ublAmount, ublVatRate } from "./ubl-amounts.ts";
import { identified } from "./ubl-party.ts";
import { objectReference, ublPeriod } from "./ubl-references.ts";

export function ublLine(line: ElectronicInvoiceLine, currency: string, isCreditNote: boolean): XmlElement | null {
  const quantity = isCreditNote ? "cbc:CreditedQuantity" : "cbc:InvoicedQuantity";
  return group(
    isCreditNote ? "cac:CreditNoteLine" : "cac:InvoiceLine",
    textElement("cbc:ID", line.id),
    textElement("cbc:Note", line.note),
    textElement(quantity, writtenDecimal(line.quantity), { unitCode: line.unitCode }),
    ublAmount("cbc:LineExtensionAmount", line.netAmount, currency),
    textElement("cbc:AccountingCost", line.buyerAccounting),
    ublPeriod(line.period, null),
    group("cac:OrderLineReference", textElement("cbc:LineID", line.orderLine)),
    objectReference("cac:DocumentReference", line.invoicedObject),
    line.allowances.map((allowance) => ublAllowance(false, allowance, null, currency)),
    line.surcharges.map((surcharge) => ublAllowance(true, surcharge, null, currency)),
    ublItem(line),
    ublPrice(line, currency),
  );
}

function ublItem({ item, vat }: ElectronicInvoiceLine): XmlElement | null {
  return group(
    "cac:Item",
    textElement("cbc:Description", item.description),
    textElement("cbc:Name", item.name),
    group("cac:BuyersItemIdentification", textElement("cbc:ID", item.buyerIdentifier)),
    group("cac:SellersItemIdentification", textElement("cbc:ID", item.sellerIdentifier)),
    group("cac:StandardItemIdentification", identified("cbc:ID", item.standardIdentifier)),
    group("cac:OriginCountry", textElement("cbc:IdentificationCode", item.originCountry)),
    item.classifications.map(({ id, scheme }) =>
      group("cac:CommodityClassification", textElement("cbc:ItemClassificationCode", id, { listID: scheme })),
    ),
    ublVatRate("cac:ClassifiedTaxCategory", vat),
    item.attributes.map(({ name, value }) =>
      group("cac:AdditionalItemProperty", textElement("cbc:Name", name), textElement("cbc:Value", value)),
    ),
  );
}

function ublPrice({ price, unitCode }: ElectronicInvoiceLine, currency: string): XmlElement | null {
  const { net, gross, baseQuantity } = price;
  return group(
    "cac:Price",
    textElement("cbc:PriceAmount", writtenDecimal(net), { currencyID: currency }),
    baseQuantity === null ? null : textElement("cbc:BaseQuantity", writtenDecimal(baseQuantity), { unitCode }),
    gross === null
      ? null
      : group(
          "cac:AllowanceCharge",
          textElement("cbc:ChargeIndicator", "false"),
          textElement("cbc:Amount", writtenDecimal(gross.minus(net)), { currencyID: currency }),
          textElement("cbc:BaseAmount", writtenDecimal(gross), { currencyID: currency }),
        ),
  );
}
