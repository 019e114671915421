import type { PaymentTerms } from "@counterfoil/sdk";

/** The payment terms in the order in which forms offer them. */
export const PAYMENT_TERMS: readonly PaymentTerms[] = [
  "on_issue",
  "net_7",
  "net_15",
  "net_30",
  "net_60",
  "net_90",
  "indefinite",
];
