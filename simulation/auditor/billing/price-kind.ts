import type { PriceMade } from "../../journal/catalogue.ts";

/** How a price falls due (R-CAT-1). */
export type PriceKind = "advance" | "arrears" | "usage" | "one_off";

export function kindOf({ billingFrequency, feeType, paymentTerms }: PriceMade): PriceKind {
  if (billingFrequency === "one-off") return "one_off";
  return feeType === "metered" ? "usage" : paymentTerms;
}
