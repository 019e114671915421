/** What became of the payment of an invoice. */
export type PaymentResult =
  { readonly kind: "paid" | "processing" } | { readonly kind: "failed"; readonly reason: string };

/** By invoice ID. */
export type PaymentResults = ReadonlyMap<string, PaymentResult>;
