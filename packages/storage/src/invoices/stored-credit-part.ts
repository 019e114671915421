/**
 * Where part of the amount that an invoice below zero gave back went. The amount is positive, in the invoice's
 * currency.
 */
export interface StoredCreditPart {
  to: "invoice" | "credit_grant" | "account_credit";
  amount: string;
  /** The invoice that it reduced. */
  invoiceId?: string;
  invoiceNumber?: string;
  /** The grant to which it was returned. */
  creditGrantId?: string;
}
