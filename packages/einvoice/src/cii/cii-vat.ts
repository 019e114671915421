import type { Allowance } from "../model/terms.ts";
import type { VatRate } from "../model/vat.ts";
import { group, textElement, type XmlElement } from "../xml/element.ts";
import { writtenAmount, writtenDecimal } from "../xml/written-amounts.ts";

/** The category and rate of a line (`ram:ApplicableTradeTax`) or of an allowance (`ram:CategoryTradeTax`). */
export function ciiVatRate(element: string, vat: VatRate): XmlElement | null {
  return group(
    element,
    textElement("ram:TypeCode", "VAT"),
    textElement("ram:CategoryCode", vat.category),
    textElement("ram:RateApplicablePercent", vat.rate === null ? null : writtenDecimal(vat.rate)),
  );
}

/** An allowance or surcharge on a line or, with a VAT rate, on the document. */
export function ciiAllowance(isSurcharge: boolean, allowance: Allowance, vat: VatRate | null): XmlElement | null {
  const { percentage, baseAmount } = allowance;
  return group(
    "ram:SpecifiedTradeAllowanceCharge",
    group("ram:ChargeIndicator", textElement("udt:Indicator", String(isSurcharge))),
    textElement("ram:CalculationPercent", percentage === null ? null : writtenDecimal(percentage)),
    textElement("ram:BasisAmount", baseAmount === null ? null : writtenAmount(baseAmount)),
    textElement("ram:ActualAmount", writtenAmount(allowance.amount)),
    textElement("ram:ReasonCode", allowance.reasonCode),
    textElement("ram:Reason", allowance.reason),
    vat === null ? null : ciiVatRate("ram:CategoryTradeTax", vat),
  );
}
