import type { CalendarDate, CalendarPeriod, DecimalText } from "../document/calendar.ts";
import type { DocumentLook } from "../document/look.ts";
import type { PrintedBuyer, PrintedSeller } from "../document/parties.ts";

/**
 * Everything an invoice prints, as the snapshot froze it (R-INV-1, R-PDF-1). Nothing here is computed: every amount,
 * quantity and rate is a plain decimal string ("1234.50", "-49.00", "0.0025") and is printed with the digits it has;
 * only the grouping, the decimal mark, the sign and the currency symbol are set here, by the locale.
 *
 * Text members are data. They are never markup; line breaks in them are kept.
 */
export interface InvoiceDocument {
  /** Null on a draft, which has no number yet. */
  readonly number: string | null;
  readonly status: InvoiceDocumentStatus;
  /** Also the date written into the file, so that the same invoice always has the same bytes. */
  readonly issueDate: CalendarDate | null;
  readonly dueDate: CalendarDate | null;
  readonly billingPeriod: CalendarPeriod | null;
  /** The day of the supply, or the last one of what is supplied over time (BT-72). */
  readonly deliveredOn?: CalendarDate | null;
  readonly seller: PrintedSeller;
  readonly buyer: PrintedBuyer;
  readonly look: DocumentLook;
  readonly purchaseOrderNumber: string | null;
  /** What the buyer wants to find on it (BT-10). */
  readonly buyerReference?: string | null;
  /** ISO 4217. */
  readonly currency: string;
  /** BCP 47. Decides the words, the formats, the direction, the paper and the shape of shared Han characters. */
  readonly locale: string;
  /** Printed in this order. */
  readonly lines: readonly InvoiceDocumentLine[];
  /** Without tax. */
  readonly subtotal: DecimalText;
  /** The sum of the lines if some include their tax, which the subtotal does not. Missing otherwise. */
  readonly linesTotal?: DecimalText | null;
  readonly taxes: readonly InvoiceDocumentTax[];
  readonly total: DecimalText;
  /** Printed as deductions when not zero: pass what was applied or paid as a positive amount. */
  readonly creditsApplied: DecimalText;
  readonly amountPaid: DecimalText;
  readonly amountDue: DecimalText;
  /** What an invoice below zero gave back; then nothing is due, and nothing is said about paying. */
  readonly amountCredited?: DecimalText | null;
  /** Where that went, printed in this order; the parts sum to it. Empty or missing on a draft. */
  readonly creditedTo?: readonly PrintedCreditPart[];
  /** How to pay, in addition to the bank details. Printed only if an amount is due. */
  readonly payment?: PrintedPayment;
  /** Tables of the appendix, each under its own title. Empty: no appendix. */
  readonly usageDetail: readonly UsageDetailTable[];
  /** The daily usage of each usage line, in a separate appendix. Empty or missing: no appendix. */
  readonly usageByDay?: readonly UsageByDayTable[];
  /** A word from the seller about this invoice. */
  readonly memo: string | null;
  /** The seller's standing text (`invoiceFooterText`), at the foot of the last page before the appendix. */
  readonly footer: string | null;
  /** Ready to print: "Payable within 14 days". */
  readonly paymentTerms: string | null;
  /** Legal and other remarks, one paragraph each: "Reverse charge: VAT is owed by the recipient." */
  readonly notes: readonly string[];
}

/** What a customer can scan or follow to pay. */
export interface PrintedPayment {
  /** The content of the QR code of a SEPA credit transfer (`transferCode`); null where there is none. */
  readonly transferCode: string | null;
  readonly link: PrintedLink | null;
}

/** The page of an invoice. The document outlives it, so it says until when it works. */
export interface PrintedLink {
  readonly address: string;
  /** The last day on which it works. */
  readonly validUntil: CalendarDate;
  /** Whether the invoice can be paid there; else it can be read. */
  readonly takesPayments: boolean;
}

/** Where a part of what an invoice below zero gave back went. */
export type PrintedCreditPart =
  | { readonly to: "invoice"; readonly number: string; readonly amount: DecimalText }
  | { readonly to: "credit_grant" | "account_credit"; readonly amount: DecimalText };

/** `draft` and `void` have a watermark on each page, `paid` has a badge next to the heading. R-INV-2. */
export type InvoiceDocumentStatus = "draft" | "issued" | "paid" | "overdue" | "void" | "uncollectible";

export interface InvoiceDocumentLine {
  /** An adjustment (discount, minimum, maximum, credit, correction) is printed quieter, as part of what it follows. */
  readonly kind: "charge" | "adjustment";
  readonly description: string;
  /** Values of events that texts of the line hold: what no font draws of them is written by its code point. */
  readonly usageValues?: readonly string[];
  /** How the amount came about: "2,500 API calls · tier 1". */
  readonly detail: string | null;
  readonly servicePeriod: CalendarPeriod | null;
  readonly quantity: DecimalText | null;
  /** What the quantity is counted in: "seats". */
  readonly unit?: string | null;
  readonly unitPrice: DecimalText | null;
  readonly amount: DecimalText;
  /**
   * The rates of the taxes that the line is under, in percent; null is a tax that says nothing of a rate. A line that falls under
   * other taxes in parts has the rates of each part.
   */
  readonly taxRates?: readonly (readonly (DecimalText | null)[])[];
  /** Whether the amount holds its tax. */
  readonly includesTax?: boolean;
  /** Where the price is in another currency. */
  readonly conversion?: PrintedConversion | null;
  /** Neighbours of one group are printed under its name. */
  readonly group: string | null;
}

/** From what a price was converted, at which rate of which day. */
export interface PrintedConversion {
  /** ISO 4217. */
  readonly currency: string;
  /** Of one unit, in that currency; null where tiers or fees leave no single price. */
  readonly unitPrice: DecimalText | null;
  /** What one unit of that currency is worth in the invoice's. */
  readonly rate: DecimalText;
  readonly date: CalendarDate | null;
}

export interface InvoiceDocumentTax {
  /** "VAT", "USt.", "Sales tax (NY)". */
  readonly name: string;
  /** In percent: "19", "8.875". Null when a rate says nothing (exempt). */
  readonly rate: DecimalText | null;
  /** The taxable amount. */
  readonly base: DecimalText;
  readonly amount: DecimalText;
  /** Whether the lines hold it already. */
  readonly inclusive?: boolean;
}

export interface UsageDetailTable {
  readonly title: string;
  /** What its prices and amounts are in, where that is not the invoice's currency. */
  readonly conversion?: PrintedConversion | null;
  readonly rows: readonly UsageDetailRow[];
}

export interface UsageDetailRow {
  readonly label: string;
  readonly quantity: DecimalText | null;
  readonly unitPrice: DecimalText | null;
  readonly amount: DecimalText | null;
}

/** The days of one line, or of one of the metrics that it counts. */
export interface UsageByDayTable {
  readonly title: string;
  readonly period: CalendarPeriod;
  readonly days: readonly UsageDay[];
  /** Days with usage that are too many to be printed; the document says how many. */
  readonly daysLeftOut: number;
  /** The measured value of the whole period. For a sum or a count, this is the total of the days. */
  readonly measured: DecimalText;
}

export interface UsageDay {
  readonly date: CalendarDate;
  /** The group values of the usage within its line. */
  readonly group: string | null;
  readonly quantity: DecimalText;
}
