/** The details by which a person recognizes a payment method. */
export interface StoredPaymentMethod {
  type: string;
  brand: string | null;
  last4: string | null;
  expiryMonth: number | null;
  expiryYear: number | null;
}
