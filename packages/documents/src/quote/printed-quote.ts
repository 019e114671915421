import type { CalendarDate, DecimalText } from "../document/calendar.ts";
import type { DocumentLook } from "../document/look.ts";
import type { InvoiceDocumentTax } from "../invoice/invoice-document.ts";
import type { PrintedBuyer, PrintedSeller } from "../document/parties.ts";

/**
 * What is offered or agreed, as it was frozen (R-SUB-1, R-PDF-1). As on an invoice nothing is computed here, and text members
 * are data, never markup.
 */
export interface PrintedQuote {
  /** `draft` carries a mark across each page, `accepted` a badge; `contract` is what runs. */
  readonly status: "draft" | "sent" | "accepted" | "contract";
  readonly name: string;
  readonly description: string | null;
  /** When it was sent; also the date written into the file. Null on a draft. */
  readonly issueDate: CalendarDate | null;
  /** The last day on which it can be accepted. */
  readonly validUntil: CalendarDate | null;
  readonly seller: PrintedSeller;
  readonly buyer: PrintedBuyer;
  readonly look: DocumentLook;
  /** Of the prices. */
  readonly currency: string;
  /** In which it is invoiced, discounted and limited, where that is another (R-SUB-9). */
  readonly invoicedIn?: string;
  readonly locale: string;
  readonly contractStart: CalendarDate;
  /** The last day of the contract. Null if it is open-ended. */
  readonly contractEnd: CalendarDate | null;
  readonly renewsAutomatically: boolean;
  readonly trialDays: number | null;
  readonly firstBilling: CalendarDate | null;
  /** Days within which invoices are paid, 0 on receipt; null where nothing was agreed. */
  readonly paymentTermDays: number | null;
  readonly adjustments: PrintedAdjustments;
  /** What is sold from when on, in the order of its start. */
  readonly versions: readonly PrintedVersion[];
  /** The total with tax. Missing or null if it is unknown. */
  readonly recurring?: readonly (PrintedSum & { readonly interval: PrintedInterval | "one_off" })[];
  readonly contractValue?: PrintedContractValue | null;
  readonly additionalTerms: string | null;
  readonly termsOfService: readonly { readonly title: string; readonly address: string }[];
  readonly footer: string | null;
  readonly acceptance: PrintedAcceptance | null;
  /** Of what is signed, in hexadecimal; null on a draft. */
  readonly sha256: string | null;
}

/** Without tax, the taxes, and with them. */
export interface PrintedSum {
  readonly subtotal: DecimalText;
  readonly taxes: readonly InvoiceDocumentTax[];
  readonly total: DecimalText;
}

/** What the whole fixed term is billed. */
export interface PrintedContractValue extends PrintedSum {
  /** The currency of the invoices, which may be another than that of the prices. */
  readonly currency: string;
  /** Whether usage is billed on top. */
  readonly isWithoutUsage: boolean;
}

export interface PrintedAcceptance {
  readonly name: string;
  readonly jobTitle: string | null;
  readonly signedOn: CalendarDate;
}

/** What is taken off, and the least and the most that a span costs. */
export interface PrintedAdjustments {
  readonly discount: PrintedDiscount | null;
  readonly minimum: PrintedSpend | null;
  readonly maximum: PrintedSpend | null;
}

export interface PrintedDiscount {
  readonly type: "percentage" | "amount";
  readonly value: DecimalText;
  /** For which span an amount is taken off; null of a percentage, and on a price: its own billing interval. */
  readonly interval: PrintedInterval | null;
  /** How long it is given; null: for ever. */
  readonly duration: { readonly count: number; readonly unit: "day" | "week" | "month" | "year" } | null;
  /** The last day on which it is given. */
  readonly until: CalendarDate | null;
}

/** What a version agrees on for some of the things that it sells, by their names, or for all of them. */
export interface PrintedScope extends PrintedAdjustments {
  readonly items: readonly string[] | null;
}

export interface PrintedSpend {
  readonly amount: DecimalText;
  /** Null on a price: its own billing interval. */
  readonly interval: PrintedInterval | null;
}

export type PrintedInterval = "daily" | "weekly" | "monthly" | "quarterly" | "semi_annual" | "yearly";

export interface PrintedVersion {
  /** Null while it is open; printed only where there are several. */
  readonly startsOn: CalendarDate | null;
  readonly groups: readonly PrintedGroup[];
  /** Its own discounts and limits, in the order in which they are applied. */
  readonly scopes: readonly PrintedScope[];
  /** The totals of its fixed prices by billing interval. */
  readonly fixedTotals: readonly { readonly interval: PrintedInterval | "one_off"; readonly amount: DecimalText }[];
  /** What the customer may use: a feature, and how much of it. */
  readonly features: readonly { readonly name: string; readonly value: string | null }[];
}

export interface PrintedGroup {
  readonly name: string | null;
  readonly description: string | null;
  readonly prices: readonly PrintedPrice[];
}

export interface PrintedPrice {
  readonly name: string;
  readonly description: string | null;
  readonly interval: PrintedInterval | "one_off";
  readonly isInAdvance: boolean;
  readonly unit: string | null;
  readonly trialDays: number | null;
  readonly pricing: PrintedPricing;
  readonly adjustments: PrintedAdjustments;
}

/** How a quantity becomes an amount, as a customer reads it. */
export type PrintedPricing =
  | {
      readonly kind: "fixed";
      readonly quantity: DecimalText;
      readonly unitPrice: DecimalText;
      readonly amount: DecimalText;
    }
  | { readonly kind: "unit"; readonly unitPrice: DecimalText }
  | {
      readonly kind: "tiers";
      /** Graduated: each unit at the price of its own tier. Else all at the price of the tier that the quantity reaches. */
      readonly isGraduated: boolean;
      /** What a tier charges per unit: a price, or a percentage of its value. */
      readonly asks: "price" | "percentage";
      readonly tiers: readonly PrintedTier[];
      /** Units that are paid in advance. */
      readonly prepaid: DecimalText | null;
    }
  | {
      readonly kind: "package";
      readonly size: DecimalText;
      readonly included: DecimalText;
      readonly price: DecimalText;
    }
  | {
      readonly kind: "combinations";
      readonly combinations: readonly { readonly label: string; readonly unitPrice: DecimalText }[];
      readonly otherwise: DecimalText | null;
    }
  | {
      readonly kind: "percentage";
      readonly percentage: DecimalText;
      readonly perEvent: DecimalText;
      readonly fixedFee: DecimalText;
    }
  | { readonly kind: "expression"; readonly expression: string };

/** Covers quantities above the tier before it, up to and including its bound. */
export interface PrintedTier {
  readonly upTo: DecimalText | null;
  readonly unitPrice: DecimalText;
  readonly fixedFee: DecimalText;
}
