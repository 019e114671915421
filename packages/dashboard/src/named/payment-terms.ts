import type { PaymentTerms } from "@counterfoil/sdk";

/** When invoices are due, in the order in which forms offer it. */
export const PAYMENT_TERMS: readonly PaymentTerms[] = [
  "on_issue",
  "net_7",
  "net_15",
  "net_30",
  "net_60",
  "net_90",
  "indefinite",
];
