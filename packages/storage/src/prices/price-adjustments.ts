import type { BillingInterval, WireMoney } from "@counterfoil/engine";

/** A discount on one price. It ends after `periodLength` periods, on `endDate`, or never. */
export interface PriceDiscount {
  discountType: "percentage" | "amount";
  amount: WireMoney;
  periodLength: number | null;
  periodType: "days" | "weeks" | "months" | "years" | null;
  endDate: string | null;
}

/** The minimum or maximum cost of a price in a period. */
export interface PriceSpend {
  amount: WireMoney;
  period: BillingInterval;
}
