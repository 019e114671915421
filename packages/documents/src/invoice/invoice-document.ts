import type { CalendarDate, CalendarPeriod, DecimalText } from "../document/calendar.ts";
import type { DocumentLook } from "../document/look.ts";
import type { PrintedBuyer, PrintedSeller } from "../document/parties.ts";

/**
 * Everything that an invoice prints, as the snapshot froze it (R-INV-1, R-PDF-1). Nothing is calculated here: every
 * amount, quantity and rate is a plain decimal string ("1234.50", "-49.00", "0.0025") and is printed with exactly its
 * digits. The locale only determines the grouping, the decimal mark, the sign and the currency symbol.
 *
 * Text members are data, never markup. Their line breaks are kept.
 */
export interface InvoiceDocument {
  /** Null on a draft, which has no number yet. */
  readonly number: string | null;
  readonly status: InvoiceDocumentStatus;
  /** Also the date in the file's metadata, so that the same invoice always has the same bytes. */
  readonly issueDate: CalendarDate | null;
  readonly dueDate: CalendarDate | null;
  readonly billingPeriod: CalendarPeriod | null;
  /** The day of supply, or its last day if the supply takes place over a period (BT-72). */
  readonly deliveredOn?: CalendarDate | null;
  readonly seller: PrintedSeller;
  readonly buyer: PrintedBuyer;
  readonly look: DocumentLook;
  readonly purchaseOrderNumber: string | null;
  /** A reference that the buyer requires on the invoice (BT-10). */
  readonly buyerReference?: string | null;
  /** ISO 4217. */
  readonly currency: string;
  /** BCP 47. Determines the words, the formats, the direction, the paper, and the shapes of Han characters. */
  readonly locale: string;
  /** Printed in this order. */
  readonly lines: readonly InvoiceDocumentLine[];
  /** Without tax. */
  readonly subtotal: DecimalText;
  /** The sum of the lines if some include their tax, which the subtotal does not. Missing otherwise. */
  readonly linesTotal?: DecimalText | null;
  readonly taxes: readonly InvoiceDocumentTax[];
  readonly total: DecimalText;
  /** Printed as deductions if not zero. Pass the applied or paid amount as a positive number. */
  readonly creditsApplied: DecimalText;
  readonly amountPaid: DecimalText;
  readonly amountDue: DecimalText;
  /**
   * The amount that an invoice below zero gave back. In this case no amount is due, and nothing about payment is
   * printed.
   */
  readonly amountCredited?: DecimalText | null;
  /** Where the credited amount went, printed in this order. The parts sum to it. Empty or missing on a draft. */
  readonly creditedTo?: readonly PrintedCreditPart[];
  /** How to pay, in addition to the bank details. Printed only if an amount is due. */
  readonly payment?: PrintedPayment;
  /** Tables of the appendix, each under its own title. If empty, there is no appendix. */
  readonly usageDetail: readonly UsageDetailTable[];
  /** The daily usage of each usage line, in a separate appendix. If empty or missing, there is no appendix. */
  readonly usageByDay?: readonly UsageByDayTable[];
  /** A message from the seller about this invoice. */
  readonly memo: string | null;
  /** The seller's standard footer text (`invoiceFooterText`), at the end of the last page before the appendix. */
  readonly footer: string | null;
  /** Ready to print: "Payable within 14 days". */
  readonly paymentTerms: string | null;
  /** Legal and other remarks, one paragraph each: "Reverse charge: VAT is owed by the recipient." */
  readonly notes: readonly string[];
}

/** The ways to pay that a customer can scan or click. */
export interface PrintedPayment {
  /** The content of the QR code of a SEPA credit transfer (`transferCode`); null if there is none. */
  readonly transferCode: string | null;
  readonly link: PrintedLink | null;
}

/** The link to the invoice's page. The document may be read after the link expires, so the expiry date is printed. */
export interface PrintedLink {
  readonly address: string;
  /** The last day on which the link works. */
  readonly validUntil: CalendarDate;
  /** Whether the page accepts payments. Otherwise it only shows the invoice. */
  readonly takesPayments: boolean;
}

/** Where part of the amount that an invoice below zero gave back went. */
export type PrintedCreditPart =
  | { readonly to: "invoice"; readonly number: string; readonly amount: DecimalText }
  | { readonly to: "credit_grant" | "account_credit"; readonly amount: DecimalText };

/** `draft` and `void` have a watermark on each page, `paid` has a badge next to the heading (R-INV-2). */
export type InvoiceDocumentStatus = "draft" | "issued" | "paid" | "overdue" | "void" | "uncollectible";

export interface InvoiceDocumentLine {
  /**
   * An adjustment (discount, minimum, maximum, credit, correction) is printed in a lighter style, as part of the lines
   * that it follows.
   */
  readonly kind: "charge" | "adjustment";
  readonly description: string;
  /**
   * Values of usage events within the line's texts. Their characters that no font can draw are printed as code points.
   */
  readonly usageValues?: readonly string[];
  /** How the amount was calculated: "2,500 API calls · tier 1". */
  readonly detail: string | null;
  readonly servicePeriod: CalendarPeriod | null;
  readonly quantity: DecimalText | null;
  /** The unit of the quantity: "seats". */
  readonly unit?: string | null;
  readonly unitPrice: DecimalText | null;
  readonly amount: DecimalText;
  /**
   * The percentages of the taxes that apply to the line; null for a tax without a rate. If different taxes apply to
   * parts of the line, there is one list for each part.
   */
  readonly taxRates?: readonly (readonly (DecimalText | null)[])[];
  /** Whether the amount includes tax. */
  readonly includesTax?: boolean;
  /** Set if the price is in another currency. */
  readonly conversion?: PrintedConversion | null;
  /** The tiers, fees or packages that make up the amount, printed below the line. Long lists belong in `usageDetail`. */
  readonly steps?: readonly UsageDetailRow[];
  /** Consecutive lines of the same group are printed under its name. */
  readonly group: string | null;
}

/** The original currency of a converted price, with the rate and its date. */
export interface PrintedConversion {
  /** ISO 4217. */
  readonly currency: string;
  /** The unit price in that currency; null if tiers or fees leave no single price. */
  readonly unitPrice: DecimalText | null;
  /** The value of one unit of that currency in the invoice's currency. */
  readonly rate: DecimalText;
  readonly date: CalendarDate | null;
}

export interface InvoiceDocumentTax {
  /** "VAT", "USt.", "Sales tax (NY)". */
  readonly name: string;
  /** In percent: "19", "8.875". Null if there is no rate (exempt). */
  readonly rate: DecimalText | null;
  /** The taxable amount. */
  readonly base: DecimalText;
  readonly amount: DecimalText;
  /** Whether the lines already include it. */
  readonly inclusive?: boolean;
}

export interface UsageDetailTable {
  readonly title: string;
  /** The conversion of its prices and amounts, if they are not in the invoice's currency. */
  readonly conversion?: PrintedConversion | null;
  readonly rows: readonly UsageDetailRow[];
}

export interface UsageDetailRow {
  readonly label: string;
  readonly quantity: DecimalText | null;
  readonly unitPrice: DecimalText | null;
  readonly amount: DecimalText | null;
}

/** The daily usage of a line, or of one of the metrics that it counts. */
export interface UsageByDayTable {
  readonly title: string;
  readonly period: CalendarPeriod;
  readonly days: readonly UsageDay[];
  /** The number of days with usage that are not printed because there are too many. The document states it. */
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
