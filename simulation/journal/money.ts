/** A tax rate of the organization as created; null matches everything. */
export interface TaxRateMade {
  readonly id: string;
  /** Percent. */
  readonly percentage: string;
  readonly country: string | null;
  readonly taxCategory: string | null;
  readonly inclusive: boolean;
}

/** A manual line. */
export interface FreeLineMade {
  readonly quantity: string;
  readonly unitPrice: string;
  /** The product that it names, with its tax data. */
  readonly productId: string;
  readonly taxCategory: string | null;
}

/** Tax data of an account; null if unset. */
export interface AccountTax {
  readonly country: string | null;
  readonly status: "exempt" | "zero_rated" | "reverse_charge" | null;
  readonly taxId: string | null;
  /** Rates that apply to it in every place. */
  readonly rateIds: readonly string[];
}

/** Position of an invoice among those of its subscription and billing date. */
export interface BilledPlace {
  readonly subscriptionId: string;
  readonly billingDate: string;
  readonly nth: number;
}

/** A line of an invoice with what a note gives back of it. */
export interface NotedLine {
  readonly kind: string;
  readonly priceId: string | null;
  readonly start: string;
  readonly end: string;
  readonly group: string | null;
  readonly amount: string;
  /** With the sign of the line. */
  readonly given: string;
  /** All that was left of it was requested. */
  readonly isAll: boolean;
}

/** A successful step with an issued invoice or an account's credit. */
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
  /** `nth` of the invoices of its subscription and billing date; null for a one-off. With a replacement it is rebilled. */
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
