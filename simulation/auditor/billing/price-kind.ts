import type { PriceMade } from "../../journal/catalogue.ts";
import type { Interval } from "../calendar.ts";

/** Whether a part of the price is charged before usage and a part by usage above it (R-RATE-2). */
export function isPrepaid({ type }: PriceMade): boolean {
  return type === "prepaid_tiered" || type === "prepaid_fixed_tiered";
}

/** The interval of what is paid before its period; null where nothing is. */
export function advanceInterval(price: PriceMade): Interval | null {
  const { feeType, paymentTerms, billingInterval } = price;
  if (feeType === "metered") return isPrepaid(price) ? billingInterval : null;
  return paymentTerms === "advance" ? billingInterval : null;
}

/** The interval of a fixed amount that is paid after its period. */
export function arrearsInterval({ feeType, paymentTerms, billingInterval }: PriceMade): Interval | null {
  return feeType === "fixed" && paymentTerms === "arrears" ? billingInterval : null;
}

/** The interval in which usage is billed; overage of prepaid units may have one of its own. */
export function usageInterval({ feeType, billingInterval, model }: PriceMade): Interval | null {
  return feeType === "metered" ? (model.overageInterval ?? billingInterval) : null;
}
