/** A tax rate of the organization as it was made; null asks for nothing. */
export interface TaxRateMade {
  readonly id: string;
  /** Per cent. */
  readonly percentage: string;
  readonly country: string | null;
  readonly taxCategory: string | null;
  readonly inclusive: boolean;
}

/** A line that somebody wrote by hand. */
export interface FreeLineMade {
  readonly quantity: string;
  readonly unitPrice: string;
  /** The product that it names, and what that says of tax. */
  readonly productId: string;
  readonly taxCategory: string | null;
}

/** What an account says of tax; null says nothing. */
export interface AccountTax {
  readonly country: string | null;
  readonly status: "exempt" | "zero_rated" | "reverse_charge" | null;
  readonly taxId: string | null;
  /** Rates that apply to it wherever it is. */
  readonly rateIds: readonly string[];
}

/** Which of the invoices of its subscription and billing date an invoice is. */
export interface BilledPlace {
  readonly subscriptionId: string;
  readonly billingDate: string;
  readonly nth: number;
}

/** A line of an invoice, as a note gives it back: what it was, and how much of it. */
export interface NotedLine {
  readonly kind: string;
  readonly priceId: string | null;
  readonly start: string;
  readonly end: string;
  readonly group: string | null;
  readonly amount: string;
  /** With the sign of the line. */
  readonly given: string;
  /** All that was left of it was asked for. */
  readonly isAll: boolean;
}

/** What was done to an issued invoice, or to the credit of an account, and was answered with success. */
export type MoneyEntry =
  | { readonly kind: "tax_rate_made"; readonly rate: TaxRateMade }
  | { readonly kind: "tax_rate_archived"; readonly rateId: string }
  | { readonly kind: "tax_rate_changed"; readonly rateId: string; readonly percentage: string }
  | { readonly kind: "account_taxed"; readonly accountId: string; readonly tax: AccountTax }
  | { readonly kind: "price_categorized"; readonly priceId: string; readonly taxCategory: string | null }
  | {
      readonly kind: "one_off_made";
      readonly invoiceId: string;
      readonly accountId: string;
      readonly currency: string;
      readonly lines: readonly FreeLineMade[];
      readonly isIssued: boolean;
    }
  | { readonly kind: "one_off_issued"; readonly invoiceId: string }
  /** `nth` of the invoices of its subscription and billing date; a one-off has neither. With a replacement it is billed again. */
  | {
      readonly kind: "invoice_voided";
      readonly invoiceId: string;
      readonly billed: BilledPlace | null;
      readonly isRebilled: boolean;
      readonly replacedBy: string | null;
    }
  | { readonly kind: "invoice_given_up"; readonly invoiceId: string }
  | { readonly kind: "credit_applied"; readonly invoiceId: string; readonly amount: string }
  | {
      readonly kind: "payment_recorded";
      readonly paymentId: string;
      readonly invoiceId: string;
      readonly amount: string;
    }
  | {
      readonly kind: "payment_refunded";
      readonly refundId: string;
      readonly paymentId: string;
      readonly amount: string;
    }
  | {
      readonly kind: "note_issued";
      readonly noteId: string;
      readonly invoiceId: string;
      readonly outcome: "refund" | "apply" | "account_credit";
      /** Null for a note on a one-off. */
      readonly billed: BilledPlace | null;
      readonly lines: readonly NotedLine[];
    }
  | { readonly kind: "credit_granted"; readonly grantId: string; readonly accountId: string; readonly amount: string }
  | { readonly kind: "grant_voided"; readonly grantId: string };
