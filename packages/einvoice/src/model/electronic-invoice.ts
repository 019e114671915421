import type { Decimal } from "@counterfoil/engine";
import type { ElectronicInvoiceLine } from "./line.ts";
import type { Buyer, Delivery, Payee, Seller, TaxRepresentative } from "./party.ts";
import type { Payment } from "./payment.ts";
import type { VatBreakdown, VatRate } from "./vat.ts";
import type { CalendarDate, InvoicingPeriod, Identifier, Allowance } from "./terms.ts";

/**
 * An invoice or a credit note in the European standard's semantic model (EN 16931-1). Comments give the numbers of the
 * model: BT for a term, BG for a group of terms. Missing text is null, or an empty text where the model requires it:
 * `checkRules` reports each. Amounts are exact and are written with all their decimals, at least two.
 */
export interface ElectronicInvoice {
  /** BT-1 */
  readonly number: string;
  /** BT-2 */
  readonly issuedOn: CalendarDate;
  /**
   * BT-3, UNTDID 1001: 380 is an invoice, 381 a credit note. It determines which of the two UBL documents is written.
   */
  readonly typeCode: string;
  /** BT-5, ISO 4217. */
  readonly currency: string;
  /** BT-6, ISO 4217: the currency for VAT accounting, if it differs. */
  readonly vatAccountingCurrency: string | null;
  /** BT-7. Excludes `vatPointCode`. */
  readonly vatPointOn: CalendarDate | null;
  /** BT-8, UNTDID 2005. */
  readonly vatPointCode: VatPointCode | null;
  /** BT-9 */
  readonly dueOn: CalendarDate | null;
  /** BT-10, as the buyer requested: for example a department or a German Leitweg-ID. */
  readonly buyerReference: string | null;
  /** BT-11 to BT-19 */
  readonly references: References;
  /** BT-20 */
  readonly paymentTerms: string | null;
  /** BG-1 */
  readonly notes: readonly Note[];
  /** BT-23 */
  readonly process: string | null;
  /** BT-24: the rules that the document follows. */
  readonly specification: string;
  /** BG-3: the invoices that this document refers to. */
  readonly precedingInvoices: readonly PrecedingInvoice[];
  /** BG-4 */
  readonly seller: Seller;
  /** BG-7 */
  readonly buyer: Buyer;
  /** BG-10: the payee, if it is not the seller. */
  readonly payee: Payee | null;
  /** BG-11 */
  readonly taxRepresentative: TaxRepresentative | null;
  /** BG-13 */
  readonly delivery: Delivery | null;
  /** BG-14 */
  readonly period: InvoicingPeriod | null;
  /** BG-16 */
  readonly payment: Payment | null;
  /** BG-20 */
  readonly allowances: readonly DocumentAllowance[];
  /** BG-21 */
  readonly surcharges: readonly DocumentAllowance[];
  /** BG-22 */
  readonly totals: Totals;
  /** BG-23: one for each category and rate. */
  readonly vatBreakdown: readonly VatBreakdown[];
  /** BG-24 */
  readonly supportingDocuments: readonly SupportingDocument[];
  /** BG-25 */
  readonly lines: readonly ElectronicInvoiceLine[];
}

/** 3 is the issue date, 35 the delivery date, 432 the payment date. */
export type VatPointCode = "3" | "35" | "432";

/** The value of BT-24 for the standard alone, without rules of a country or a network. */
export const EN_16931 = "urn:cen.eu:en16931:2017";

export interface References {
  /** BT-11 */
  readonly project: string | null;
  /** BT-12 */
  readonly contract: string | null;
  /** BT-13 */
  readonly purchaseOrder: string | null;
  /** BT-14 */
  readonly salesOrder: string | null;
  /** BT-15 */
  readonly receivingAdvice: string | null;
  /** BT-16 */
  readonly despatchAdvice: string | null;
  /** BT-17 */
  readonly tender: string | null;
  /** BT-18, with a scheme of UNTDID 1153: for example a meter, a telephone number, a subscription. */
  readonly invoicedObject: Identifier | null;
  /** BT-19 */
  readonly buyerAccounting: string | null;
}

export interface Note {
  /** BT-21, UNTDID 4451. */
  readonly subject: string | null;
  /** BT-22 */
  readonly text: string;
}

export interface PrecedingInvoice {
  /** BT-25 */
  readonly number: string;
  /** BT-26 */
  readonly issuedOn: CalendarDate | null;
}

/** The same for the whole document, with its own VAT rate. */
export interface DocumentAllowance extends Allowance {
  /** BT-95 and BT-96, BT-102 and BT-103 */
  readonly vat: VatRate;
}

export interface Totals {
  /** BT-106: the sum of the lines. */
  readonly lines: Decimal;
  /** BT-107 */
  readonly allowances: Decimal;
  /** BT-108 */
  readonly surcharges: Decimal;
  /** BT-109 */
  readonly withoutVat: Decimal;
  /** BT-110 */
  readonly vat: Decimal;
  /** BT-111 */
  readonly vatInAccountingCurrency: Decimal | null;
  /** BT-112 */
  readonly withVat: Decimal;
  /** BT-113 */
  readonly prepaid: Decimal;
  /** BT-114 */
  readonly rounding: Decimal;
  /** BT-115 */
  readonly due: Decimal;
}

export interface SupportingDocument {
  /** BT-122 */
  readonly reference: string;
  /** BT-123 */
  readonly description: string | null;
  /** BT-124 */
  readonly location: string | null;
}
