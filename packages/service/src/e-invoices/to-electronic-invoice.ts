import { fill, lineTexts, type LineTexts } from "@counterfoil/documents";
import { Decimal, formatAmount } from "@counterfoil/engine";
import { type EInvoiceProfile, type ElectronicInvoice, EN_16931 } from "@counterfoil/einvoice";
import type { BuyerSnapshot, InvoiceLineRow, InvoiceRow, SellerSnapshot, StoredCreditPart } from "@counterfoil/storage";
import { creditParts, lastDay } from "../invoices/index.ts";
import { localDay } from "../time.ts";
import { electronicLines, type ElectronicLines, type ToldLine } from "./electronic-lines.ts";
import { type ElectronicOutcome, judgeElectronic } from "./electronic-outcome.ts";
import { electronicTotals } from "./electronic-totals.ts";
import type { InvoiceTaxes } from "./invoice-taxes.ts";
import { notesOf } from "./notes.ts";
import { NO_REFERENCES } from "./no-references.ts";
import { electronicBuyer, electronicSeller } from "./parties.ts";
import { electronicPayment } from "./payment.ts";
import { vatBreakdown } from "./vat-breakdown.ts";

/** An issued invoice with its number, its date, and both parties at that time. */
export interface IssuedInvoice {
  readonly invoice: InvoiceRow & { readonly number: string; readonly issueDate: string };
  readonly lines: readonly InvoiceLineRow[];
  readonly seller: SellerSnapshot;
  readonly buyer: BuyerSnapshot;
}

/**
 * Expresses an issued invoice in the terms of EN 16931, from its snapshots and the taxes with which it was issued. None
 * of this changes later, so the result does not change either. Later payments are not on it.
 */
export function toElectronicInvoice(
  issued: IssuedInvoice,
  taxes: InvoiceTaxes,
  profile: EInvoiceProfile = "en16931",
): ElectronicOutcome {
  // The standard has no invoice below zero. Such an invoice is written as a credit note with positive amounts.
  const isCredit = Decimal.of(issued.invoice.total).isNegative();
  const told = isCredit ? mirrored(issued, taxes) : { lines: issued.lines, taxes };
  const texts = lineTexts(issued.seller.locale, issued.invoice.currency);
  const written = electronicLines(told.lines, told.taxes, texts);
  return judgeElectronic(electronicInvoice(issued, told.taxes, { written, texts, isCredit }), written, profile);
}

/** UNTDID 1001. */
const INVOICE = "380";
const CREDIT_NOTE = "381";

/** Lines and taxes with the opposite sign: what was given back is positive, and what was also charged is negative. */
function mirrored(
  { lines }: IssuedInvoice,
  { taxes, parts }: InvoiceTaxes,
): { lines: ToldLine[]; taxes: InvoiceTaxes } {
  const negated = (text: string) => Decimal.of(text).negate().toString();
  return {
    lines: lines.map((line) => ({ ...line, unitPrice: line.unitPrice === null ? null : negated(line.unitPrice) })),
    taxes: {
      taxes: taxes.map((tax) => ({ ...tax, base: negated(tax.base), amount: negated(tax.amount) })),
      parts: new Map(
        [...parts].map(([id, of]) => [
          id,
          of.map((part) => ({
            amount: negated(part.amount),
            taxes: part.taxes.map(({ index, base }) => ({ index, base: negated(base) })),
          })),
        ]),
      ),
    },
  };
}

function electronicInvoice(
  { invoice, seller, buyer }: IssuedInvoice,
  taxes: InvoiceTaxes,
  {
    written: { lines, allowances },
    texts,
    isCredit,
  }: { readonly written: ElectronicLines; readonly texts: LineTexts; readonly isCredit: boolean },
): ElectronicInvoice {
  const isOutsideScope = taxes.taxes.some(({ categoryCode }) => categoryCode === "O");
  const breakdown = vatBreakdown(taxes.taxes, texts, seller.locale);
  const electronic = electronicBuyer(buyer, isOutsideScope);
  const isToAnotherState = breakdown.some(({ category }) => category === "K");
  const dueOn = isCredit || invoice.dueDate === null ? null : localDay(invoice.dueDate, invoice.timezone);
  return {
    number: invoice.number,
    issuedOn: localDay(invoice.issueDate, invoice.timezone),
    typeCode: isCredit ? CREDIT_NOTE : INVOICE,
    currency: invoice.currency,
    vatAccountingCurrency: null,
    vatPointOn: null,
    vatPointCode: null,
    dueOn,
    buyerReference: buyer.buyerReference ?? null,
    references: { ...NO_REFERENCES, purchaseOrder: invoice.purchaseOrderNumber },
    // An amount due without a due date needs payment terms (BR-CO-25).
    paymentTerms: isCredit ? whereItWent(invoice, texts) : dueOn === null ? texts.words.payableAnyTime : null,
    notes: notesOf([invoice.memo, invoice.footer], seller),
    process: null,
    specification: EN_16931,
    precedingInvoices: [],
    seller: electronicSeller(seller, isOutsideScope),
    buyer: electronic,
    payee: null,
    taxRepresentative: null,
    delivery: {
      name: null,
      location: null,
      // A supply over time is delivered when its period ends (BT-72).
      deliveredOn: lastDay(invoice.periodEnd),
      // A delivery to another member state names that state (BR-IC-12).
      address: isToAnotherState ? electronic.address : null,
    },
    period: { start: invoice.periodStart, end: lastDay(invoice.periodEnd) },
    payment: isCredit ? null : electronicPayment(seller, invoice.currency, invoice.number),
    allowances,
    surcharges: [],
    totals: electronicTotals(
      { lines, allowances, breakdown },
      isCredit ? Decimal.of(invoice.total).negate() : Decimal.of(invoice.total),
      // What was given back counts as prepaid, like what credit paid.
      isCredit ? Decimal.of(invoice.creditsApplied).negate() : Decimal.of(invoice.creditsApplied),
    ),
    vatBreakdown: breakdown,
    supportingDocuments: [],
    lines,
  };
}

/** Where an amount went that no one has to pay. */
function whereItWent(invoice: InvoiceRow, { words, amount }: LineTexts): string {
  const labelOf = ({ to, invoiceNumber }: StoredCreditPart): string => {
    if (to === "invoice") return fill(words.appliedToNumber, { number: invoiceNumber ?? "" });
    return to === "credit_grant" ? words.returnedToPrepaid : words.keptAsCredit;
  };
  const { currency } = invoice;
  return creditParts(invoice)
    .map((part) => `${labelOf(part)}: ${amount(formatAmount({ amount: Decimal.of(part.amount), currency }))}`)
    .join(", ");
}
