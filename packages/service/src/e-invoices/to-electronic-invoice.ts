import { Decimal } from "@counterfoil/engine";
import { type ElectronicInvoice, EN_16931 } from "@counterfoil/einvoice";
import type { BuyerSnapshot, InvoiceLineRow, InvoiceRow, SellerSnapshot } from "@counterfoil/storage";
import { lastDay } from "../invoices/written-date.ts";
import { localDay } from "../time.ts";
import { electronicLines, type ElectronicLines } from "./electronic-lines.ts";
import { type ElectronicOutcome, judgeElectronic } from "./electronic-outcome.ts";
import { electronicTotals } from "./electronic-totals.ts";
import type { InvoiceTaxes } from "./invoice-taxes.ts";
import { NO_REFERENCES } from "./no-references.ts";
import { electronicBuyer, electronicSeller } from "./parties.ts";
import { electronicPayment } from "./payment.ts";
import { vatBreakdown } from "./vat-breakdown.ts";

/** An issued invoice: it has its number, its day, and both sides as they were then. */
export interface IssuedInvoice {
  readonly invoice: InvoiceRow & { readonly number: string; readonly issueDate: string };
  readonly lines: readonly InvoiceLineRow[];
  readonly seller: SellerSnapshot;
  readonly buyer: BuyerSnapshot;
}

/**
 * Says an issued invoice in the words of EN 16931, from its snapshots and the taxes it was issued with: nothing of it changes
 * later, and so neither does this. Payments that came after it are not on it.
 */
export function toElectronicInvoice(issued: IssuedInvoice, taxes: InvoiceTaxes): ElectronicOutcome {
  const written = electronicLines(issued.lines, taxes);
  return judgeElectronic(electronicInvoice(issued, taxes, written), written);
}

function electronicInvoice(
  { invoice, seller, buyer }: IssuedInvoice,
  taxes: InvoiceTaxes,
  { lines, allowances }: ElectronicLines,
): ElectronicInvoice {
  const isOutsideScope = taxes.taxes.some(({ categoryCode }) => categoryCode === "O");
  const breakdown = vatBreakdown(taxes.taxes);
  const electronic = electronicBuyer(buyer, isOutsideScope);
  const isToAnotherState = breakdown.some(({ category }) => category === "K");
  const dueOn = invoice.dueDate === null ? null : localDay(invoice.dueDate, invoice.timezone);
  return {
    number: invoice.number,
    issuedOn: localDay(invoice.issueDate, invoice.timezone),
    typeCode: "380",
    currency: invoice.currency,
    vatAccountingCurrency: null,
    vatPointOn: null,
    vatPointCode: null,
    dueOn,
    buyerReference: null,
    references: { ...NO_REFERENCES, purchaseOrder: invoice.purchaseOrderNumber },
    // Something has to be said where an amount is due without a day (BR-CO-25).
    paymentTerms: dueOn === null ? "Payable at any time" : null,
    notes: [invoice.memo, invoice.footer].flatMap((text) => (text === null ? [] : [{ subject: null, text }])),
    process: null,
    specification: EN_16931,
    precedingInvoices: [],
    seller: electronicSeller(seller, isOutsideScope),
    buyer: electronic,
    payee: null,
    taxRepresentative: null,
    // What leaves for another member state says for which (BR-IC-12).
    delivery: isToAnotherState ? { name: null, location: null, deliveredOn: null, address: electronic.address } : null,
    period: { start: invoice.periodStart, end: lastDay(invoice.periodEnd) },
    payment: electronicPayment(seller, invoice.currency, invoice.number),
    allowances,
    surcharges: [],
    totals: electronicTotals(
      { lines, allowances, breakdown },
      Decimal.of(invoice.total),
      Decimal.of(invoice.creditsApplied),
    ),
    vatBreakdown: breakdown,
    supportingDocuments: [],
    lines,
  };
}
