export const FEE_TYPES = ["fixed", "metered"] as const;
export type FeeType = (typeof FEE_TYPES)[number];

/** When a recurring amount is charged: at the start of its period, or after its end. */
export const PRODUCT_PAYMENT_TERMS = ["advance", "arrears"] as const;
export type ProductPaymentTerms = (typeof PRODUCT_PAYMENT_TERMS)[number];

export const BILLING_FREQUENCIES = ["recurring", "one-off"] as const;
export type BillingFrequency = (typeof BILLING_FREQUENCIES)[number];

/** What is sold (R-CAT-1). */
export interface ProductRow {
  id: string;
  name: string;
  description: string | null;
  sku: string | null;
  feeType: FeeType;
  paymentTerms: ProductPaymentTerms;
  billingFrequency: BillingFrequency;
  /** Empty unless the product is metered. */
  metricIds: string[];
  unitLabel: string | null;
  taxCategory: string | null;
  /** No new price can be made for an archived product; what is sold stays sold. */
  archivedAt: string | null;
  createdAt: string;
  updatedAt: string;
}
