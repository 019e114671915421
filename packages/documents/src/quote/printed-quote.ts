import type { CalendarDate, DecimalText } from "../document/calendar.ts";
import type { DocumentLook } from "../document/look.ts";
import type { InvoiceDocumentTax } from "../invoice/invoice-document.ts";
import type { PrintedBuyer, PrintedSeller } from "../document/parties.ts";

/**
 * A quote or contract as it was frozen (R-SUB-1, R-PDF-1). As on an invoice, nothing is calculated here, and text
 * members are data, never markup.
 */
export interface PrintedQuote {
  /** `draft` has a watermark on each page, `accepted` a badge. `contract` is an active contract. */
  readonly status: "draft" | "sent" | "accepted" | "contract";
  /** `Q-2026-0001`. Missing or null on drafts, contracts, and quotes without a number. */
  readonly number?: string | null;
  readonly name: string;
  readonly description: string | null;
  /** When it was sent. Also the date in the file's metadata. Null on a draft. */
  readonly issueDate: CalendarDate | null;
  /** The last day on which it can be accepted. */
  readonly validUntil: CalendarDate | null;
  readonly seller: PrintedSeller;
  readonly buyer: PrintedBuyer;
  readonly look: DocumentLook;
  /** The currency of the prices. */
  readonly currency: string;
  /** The currency of invoices, discounts and limits, if it differs (R-SUB-9). */
  readonly invoicedIn?: string;
  readonly locale: string;
  readonly contractStart: CalendarDate;
  /** The last day of the contract. Null if it is open-ended. */
  readonly contractEnd: CalendarDate | null;
  readonly renewsAutomatically: boolean;
  readonly trialDays: number | null;
  readonly firstBilling: CalendarDate | null;
  /** The number of days within which invoices must be paid, 0 for on receipt; null if nothing was agreed. */
  readonly paymentTermDays: number | null;
  readonly adjustments: PrintedAdjustments;
  /** What is sold from which date, in the order of the start dates. */
  readonly versions: readonly PrintedVersion[];
  /** The totals with tax. Missing or null if they are unknown. */
  readonly recurring?: readonly (PrintedSum & { readonly interval: PrintedInterval | "one_off" })[];
  readonly contractValue?: PrintedContractValue | null;
  readonly additionalTerms: string | null;
  readonly termsOfService: readonly { readonly title: string; readonly address: string }[];
  readonly footer: string | null;
  readonly acceptance: PrintedAcceptance | null;
  /** The hash of the signed document, in hexadecimal; null on a draft. */
  readonly sha256: string | null;
}

/** The amount without tax, the taxes, and the amount with tax. */
export interface PrintedSum {
  readonly subtotal: DecimalText;
  readonly taxes: readonly InvoiceDocumentTax[];
  readonly total: DecimalText;
}

/** The amount billed for the whole fixed term. */
export interface PrintedContractValue extends PrintedSum {
  /** The currency of the invoices, which may differ from that of the prices. */
  readonly currency: string;
  /** Whether usage is billed in addition. */
  readonly isWithoutUsage: boolean;
}

export interface PrintedAcceptance {
  readonly name: string;
  readonly jobTitle: string | null;
  readonly signedOn: CalendarDate;
}

/** The discount, and the minimum and maximum cost of an interval. */
export interface PrintedAdjustments {
  readonly discount: PrintedDiscount | null;
  readonly minimum: PrintedSpend | null;
  readonly maximum: PrintedSpend | null;
}

export interface PrintedDiscount {
  readonly type: "percentage" | "amount";
  readonly value: DecimalText;
  /**
   * The interval to which an amount applies. Null for a percentage, and on a price, where it is the price's billing
   * interval.
   */
  readonly interval: PrintedInterval | null;
  /** How long the discount lasts; null for an unlimited time. */
  readonly duration: { readonly count: number; readonly unit: "day" | "week" | "month" | "year" } | null;
  /** The last day of the discount. */
  readonly until: CalendarDate | null;
}

/** The discounts and limits of a version for some of its items, by their names, or for all of them. */
export interface PrintedScope extends PrintedAdjustments {
  readonly items: readonly string[] | null;
}

export interface PrintedSpend {
  readonly amount: DecimalText;
  /** Null on a price, where it is the price's billing interval. */
  readonly interval: PrintedInterval | null;
}

export type PrintedInterval = "daily" | "weekly" | "monthly" | "quarterly" | "semi_annual" | "yearly";

export interface PrintedVersion {
  /** Null while it is undecided. Printed only if there are several versions. */
  readonly startsOn: CalendarDate | null;
  readonly groups: readonly PrintedGroup[];
  /** Its own discounts and limits, in the order in which they are applied. */
  readonly scopes: readonly PrintedScope[];
  /** The totals of its fixed prices by billing interval. */
  readonly fixedTotals: readonly { readonly interval: PrintedInterval | "one_off"; readonly amount: DecimalText }[];
  /** What the customer may use: features with their limits. */
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
      /**
       * True if each unit has the price of its own tier. Otherwise all units have the price of the tier that the
       * quantity reaches.
       */
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

/** Covers quantities above the previous tier, up to and including its bound. */
export interface PrintedTier {
  readonly upTo: DecimalText | null;
  readonly unitPrice: DecimalText;
  readonly fixedFee: DecimalText;
}
