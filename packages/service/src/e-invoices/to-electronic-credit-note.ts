import { fill, lineTexts, type LineTexts } from "@counterfoil/documents";
import { Decimal, formatAmount } from "@counterfoil/engine";
import { type EInvoiceProfile, type ElectronicInvoice, EN_16931 } from "@counterfoil/einvoice";
import type { CreditNoteLineRow, CreditNoteRow, InvoiceLineRow, InvoiceRow } from "@counterfoil/storage";
import { lastDay } from "../invoices/index.ts";
import { localDay } from "../time.ts";
import { type CreditedPart, creditedTaxes } from "./credited-parts.ts";
import { electronicLines, type ElectronicLines, type ToldLine } from "./electronic-lines.ts";
import { type ElectronicOutcome, judgeElectronic } from "./electronic-outcome.ts";
import { electronicTotals } from "./electronic-totals.ts";
import type { InvoiceTax } from "./invoice-taxes.ts";
import { notesOf } from "./notes.ts";
import { NO_REFERENCES } from "./no-references.ts";
import { electronicBuyer, electronicSeller } from "./parties.ts";
import { vatBreakdown } from "./vat-breakdown.ts";

/** A credit note with the invoice that it corrects. Neither changes. */
export interface IssuedCreditNote {
  readonly note: CreditNoteRow;
  readonly noteLines: readonly CreditNoteLineRow[];
  readonly invoice: InvoiceRow;
  readonly invoiceLines: readonly InvoiceLineRow[];
}

/** UNTDID 1001: a credit note. Its amounts are positive. */
const CREDIT_NOTE = "381";

/**
 * Expresses a credit note in the terms of EN 16931, from its snapshots and the lines and taxes of the invoice that it
 * corrects.
 */
export function toElectronicCreditNote(
  issued: IssuedCreditNote,
  profile: EInvoiceProfile = "en16931",
): ElectronicOutcome {
  const lineOf = new Map(issued.invoiceLines.map((line) => [line.id, line]));
  const credited = issued.noteLines.flatMap((given): CreditedPart[] => {
    const line = lineOf.get(given.invoiceLineId);
    return line === undefined ? [] : [{ line, given }];
  });
  const taxes = creditedTaxes(issued.note, credited);
  const texts = lineTexts(issued.note.seller.locale, issued.note.currency);
  const written = electronicLines(credited.map(toToldLine), taxes, texts);
  const indexes = new Set([...taxes.parts.values()].flat().flatMap((part) => part.taxes.map(({ index }) => index)));
  // A tax of which nothing is credited does not belong to the note.
  const own = taxes.taxes.filter((_, index) => indexes.has(index));
  return judgeElectronic(electronicCreditNote(issued, own, written, texts), written, profile);
}

/** A line that is credited in full keeps its quantity and price. A partial credit is only an amount. */
function toToldLine({ line, given }: CreditedPart): ToldLine {
  if (Decimal.of(given.amount).equals(Decimal.of(line.amount))) return line;
  return { ...line, quantity: "1", unitPrice: null, unitLabel: null, proration: null };
}

function electronicCreditNote(
  { note, invoice }: IssuedCreditNote,
  taxes: readonly InvoiceTax[],
  { lines, allowances }: ElectronicLines,
  texts: LineTexts,
): ElectronicInvoice {
  const { seller, buyer, currency, timezone } = note;
  const isOutsideScope = taxes.some(({ categoryCode }) => categoryCode === "O");
  const breakdown = vatBreakdown(taxes, texts, seller.locale);
  const electronic = electronicBuyer(buyer, isOutsideScope);
  const isToAnotherState = breakdown.some(({ category }) => category === "K");
  return {
    number: note.number,
    issuedOn: localDay(note.issueDate, timezone),
    typeCode: CREDIT_NOTE,
    currency,
    vatAccountingCurrency: null,
    vatPointOn: null,
    vatPointCode: null,
    dueOn: null,
    buyerReference: buyer.buyerReference ?? null,
    references: { ...NO_REFERENCES, purchaseOrder: invoice.purchaseOrderNumber },
    paymentTerms: whereItWent(note, texts),
    notes: notesOf([note.reason, note.memo], seller),
    process: null,
    specification: EN_16931,
    precedingInvoices: [{ number: note.invoiceNumber, issuedOn: localDay(note.invoiceIssueDate, timezone) }],
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
    // Invoices are paid to the seller's account. A credit note is not paid.
    payment: null,
    allowances,
    surcharges: [],
    totals: electronicTotals({ lines, allowances, breakdown }, Decimal.of(note.total), Decimal.zero),
    vatBreakdown: breakdown,
    supportingDocuments: [],
    lines,
  };
}

/** An amount due needs payment terms (BR-CO-25). They say where the amount went. */
function whereItWent({ currency, outcome, ...note }: CreditNoteRow, { words, amount }: LineTexts): string {
  const refunded = Decimal.of(note.amountRefunded);
  // A refund also reduces the invoice, but is listed once.
  const applied = outcome === "refund" ? Decimal.zero : Decimal.of(note.amountApplied);
  const went: [string, Decimal][] = [
    [fill(words.appliedToNumber, { number: note.invoiceNumber }), applied],
    [words.keptAsCredit, Decimal.of(note.amountCredited)],
    [words.returnedToPrepaid, Decimal.of(note.amountReturned)],
    [words.amountRefunded, refunded],
  ];
  return went
    .filter(([, given]) => !given.isZero())
    .map(([what, given]) => `${what}: ${amount(formatAmount({ amount: given, currency }))}`)
    .join(", ");
}
