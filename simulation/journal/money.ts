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

/** What was done to an issued invoice, or to the credit of an account, and was answered with success. */
export type MoneyEntry =
  | { readonly kind: "tax_rate_made"; readonly rate: TaxRateMade }
  | { readonly kind: "tax_rate_archived"; readonly rateId: string }
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
      readonly billed: { readonly subscriptionId: string; readonly billingDate: string; readonly nth: number } | null;
      readonly isRebilled: boolean;
      readonly replacedBy: string | null;
    }
  | { readonly kind: "invoice_given_up"; readonly invoiceId: string }
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
      /** Without an amount all that was left of the line. */
      readonly lines: readonly { readonly lineItemId: string; readonly amount: string | null }[];
    }
  | { readonly kind: "credit_granted"; readonly grantId: string; readonly accountId: string; readonly amount: string }
  | { readonly kind: "grant_voided"; readonly grantId: string };
