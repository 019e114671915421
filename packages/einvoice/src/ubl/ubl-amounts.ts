import type { Decimal } from "@counterfoil/engine";
import type { ElectronicInvoice } from "../model/electronic-invoice.ts";
import type { Allowance } from "../model/terms.ts";
import type { VatBreakdown, VatRate } from "../model/vat.ts";
import { group, textElement, type XmlElement, type XmlPart } from "../xml/element.ts";
import { writtenAmount, writtenDecimal } from "../xml/written-amounts.ts";

export function ublAmount(name: string, amount: Decimal | null, currency: string | null): XmlElement | null {
  return amount === null ? null : textElement(name, writtenAmount(amount), { currencyID: currency });
}

/** The category and rate of a line (`cac:ClassifiedTaxCategory`) or of an allowance (`cac:TaxCategory`). */
export function ublVatRate(element: string, vat: VatRate, reasons: XmlPart = null): XmlElement | null {
  return group(
    element,
    textElement("cbc:ID", vat.category),
    textElement("cbc:Percent", vat.rate === null ? null : writtenDecimal(vat.rate)),
    reasons,
    group("cac:TaxScheme", textElement("cbc:ID", "VAT")),
  );
}

/** An allowance or surcharge on a line or, with a VAT rate, on the document. */
export function ublAllowance(
  isSurcharge: boolean,
  allowance: Allowance,
  vat: VatRate | null,
  currency: string,
): XmlElement | null {
  const { percentage } = allowance;
  return group(
    "cac:AllowanceCharge",
    textElement("cbc:ChargeIndicator", String(isSurcharge)),
    textElement("cbc:AllowanceChargeReasonCode", allowance.reasonCode),
    textElement("cbc:AllowanceChargeReason", allowance.reason),
    textElement("cbc:MultiplierFactorNumeric", percentage === null ? null : writtenDecimal(percentage)),
    ublAmount("cbc:Amount", allowance.amount, currency),
    ublAmount("cbc:BaseAmount", allowance.baseAmount, currency),
    vat === null ? null : ublVatRate("cac:TaxCategory", vat),
  );
}

/** The VAT with its breakdown. The total in the accounting currency has no breakdown. */
export function ublTaxTotals(invoice: ElectronicInvoice): XmlPart {
  const { totals, currency } = invoice;
  return [
    group(
      "cac:TaxTotal",
      ublAmount("cbc:TaxAmount", totals.vat, currency),
      invoice.vatBreakdown.map((breakdown) => taxSubtotal(breakdown, currency)),
    ),
    group("cac:TaxTotal", ublAmount("cbc:TaxAmount", totals.vatInAccountingCurrency, invoice.vatAccountingCurrency)),
  ];
}

function taxSubtotal(breakdown: VatBreakdown, currency: string): XmlElement | null {
  return group(
    "cac:TaxSubtotal",
    ublAmount("cbc:TaxableAmount", breakdown.base, currency),
    ublAmount("cbc:TaxAmount", breakdown.tax, currency),
    ublVatRate("cac:TaxCategory", breakdown, [
      textElement("cbc:TaxExemptionReasonCode", breakdown.exemptionReasonCode),
      textElement("cbc:TaxExemptionReason", breakdown.exemptionReason),
    ]),
  );
}

export function ublTotals({ totals, currency, allowances, surcharges }: ElectronicInvoice): XmlElement | null {
  return group(
    "cac:LegalMonetaryTotal",
    ublAmount("cbc:LineExtensionAmount", totals.lines, currency),
    ublAmount("cbc:TaxExclusiveAmount", totals.withoutVat, currency),
    ublAmount("cbc:TaxInclusiveAmount", totals.withVat, currency),
    allowances.length === 0 ? null : ublAmount("cbc:AllowanceTotalAmount", totals.allowances, currency),
    surcharges.length === 0 ? null : ublAmount("cbc:ChargeTotalAmount", totals.surcharges, currency),
    totals.prepaid.isZero() ? null : ublAmount("cbc:PrepaidAmount", totals.prepaid, currency),
    totals.rounding.isZero() ? null : ublAmount("cbc:PayableRoundingAmount", totals.rounding, currency),
    ublAmount("cbc:PayableAmount", totals.due, currency),
  );
}
