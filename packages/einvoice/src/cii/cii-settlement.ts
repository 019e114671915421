import type { ElectronicInvoice, Totals, VatPointCode } from "../model/electronic-invoice.ts";
import type { VatBreakdown } from "../model/vat.ts";
import { group, textElement, type XmlElement } from "../xml/element.ts";
import { writtenAmount, writtenDecimal } from "../xml/written-amounts.ts";
import { ciiDate, ciiFormattedDate, ciiPeriod, ciiTaxPointDate } from "./cii-date.ts";
import { ciiParty } from "./cii-party.ts";
import { ciiPaymentMeans } from "./cii-payment.ts";
import { ciiAllowance } from "./cii-vat.ts";

/** Maps UNTDID 2005 to UNTDID 2475, which this syntax uses. */
const VAT_POINT_CODES: Readonly<Record<VatPointCode, string>> = { "3": "5", "35": "29", "432": "72" };

/** The amounts and how to pay them. */
export function ciiSettlement(invoice: ElectronicInvoice): XmlElement | null {
  const { payment, payee } = invoice;
  const directDebit = payment === null ? null : payment.directDebit;
  return group(
    "ram:ApplicableHeaderTradeSettlement",
    textElement("ram:CreditorReferenceID", directDebit === null ? null : directDebit.creditor),
    textElement("ram:PaymentReference", payment === null ? null : payment.remittance),
    textElement("ram:TaxCurrencyCode", invoice.vatAccountingCurrency),
    textElement("ram:InvoiceCurrencyCode", invoice.currency),
    payee === null
      ? null
      : ciiParty("ram:PayeeTradeParty", {
          ...payee,
          identifiers: payee.identifier === null ? [] : [payee.identifier],
          address: null,
        }),
    payment === null ? null : ciiPaymentMeans(payment),
    invoice.vatBreakdown.map((breakdown) => ciiVatBreakdown(breakdown, invoice)),
    ciiPeriod(invoice.period),
    invoice.allowances.map((allowance) => ciiAllowance(false, allowance, allowance.vat)),
    invoice.surcharges.map((surcharge) => ciiAllowance(true, surcharge, surcharge.vat)),
    group(
      "ram:SpecifiedTradePaymentTerms",
      textElement("ram:Description", invoice.paymentTerms),
      ciiDate("ram:DueDateDateTime", invoice.dueOn),
      textElement("ram:DirectDebitMandateID", directDebit === null ? null : directDebit.mandate),
    ),
    ciiTotals(invoice),
    invoice.precedingInvoices.map(({ number, issuedOn }) =>
      group("ram:InvoiceReferencedDocument", textElement("ram:IssuerAssignedID", number), ciiFormattedDate(issuedOn)),
    ),
    group("ram:ReceivableSpecifiedTradeAccountingAccount", textElement("ram:ID", invoice.references.buyerAccounting)),
  );
}

function ciiVatBreakdown(breakdown: VatBreakdown, invoice: ElectronicInvoice): XmlElement | null {
  const { vatPointCode } = invoice;
  return group(
    "ram:ApplicableTradeTax",
    textElement("ram:CalculatedAmount", writtenAmount(breakdown.tax)),
    textElement("ram:TypeCode", "VAT"),
    textElement("ram:ExemptionReason", breakdown.exemptionReason),
    textElement("ram:BasisAmount", writtenAmount(breakdown.base)),
    textElement("ram:CategoryCode", breakdown.category),
    textElement("ram:ExemptionReasonCode", breakdown.exemptionReasonCode),
    // The invoice has only one date. The syntax puts it into a VAT breakdown and allows it only once.
    breakdown === invoice.vatBreakdown[0] ? ciiTaxPointDate(invoice.vatPointOn) : null,
    textElement("ram:DueDateTypeCode", vatPointCode === null ? null : VAT_POINT_CODES[vatPointCode]),
    textElement("ram:RateApplicablePercent", breakdown.rate === null ? null : writtenDecimal(breakdown.rate)),
  );
}

function ciiTotals({ totals, currency, vatAccountingCurrency, ...invoice }: ElectronicInvoice): XmlElement | null {
  const amount = (name: string, member: Exclude<keyof Totals, "vatInAccountingCurrency">) =>
    textElement(name, writtenAmount(totals[member]));
  return group(
    "ram:SpecifiedTradeSettlementHeaderMonetarySummation",
    amount("ram:LineTotalAmount", "lines"),
    invoice.surcharges.length === 0 ? null : amount("ram:ChargeTotalAmount", "surcharges"),
    invoice.allowances.length === 0 ? null : amount("ram:AllowanceTotalAmount", "allowances"),
    amount("ram:TaxBasisTotalAmount", "withoutVat"),
    textElement("ram:TaxTotalAmount", writtenAmount(totals.vat), { currencyID: currency }),
    totals.vatInAccountingCurrency === null
      ? null
      : textElement("ram:TaxTotalAmount", writtenAmount(totals.vatInAccountingCurrency), {
          currencyID: vatAccountingCurrency,
        }),
    totals.rounding.isZero() ? null : amount("ram:RoundingAmount", "rounding"),
    amount("ram:GrandTotalAmount", "withVat"),
    totals.prepaid.isZero() ? null : amount("ram:TotalPrepaidAmount", "prepaid"),
    amount("ram:DuePayableAmount", "due"),
  );
}
