import type { SubscriptionDiscount } from "@counterfoil/storage";

export type DiscountInput = Omit<SubscriptionDiscount, "durationValue" | "durationUnit"> &
  Partial<Pick<SubscriptionDiscount, "durationValue" | "durationUnit">>;
