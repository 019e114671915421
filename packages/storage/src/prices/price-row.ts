import type { BillingInterval, PriceType, WireMoney } from "@counterfoil/engine";
import type { MetricRow } from "../metrics/metric-row.ts";
import type { ProductRow } from "../products/product-row.ts";

/** A discount on one price. It ends after `periodLength` periods, on `endDate`, or never. */
export interface PriceDiscount {
  discountType: "percentage" | "amount";
  amount: WireMoney;
  periodLength: number | null;
  periodType: "days" | "weeks" | "months" | "years" | null;
  endDate: string | null;
}

/** The least or the most that a price costs in a period. */
export interface PriceSpend {
  amount: WireMoney;
  period: BillingInterval;
}

/** How one product is charged (R-CAT-2). Decimals are as they were sent. */
export interface PriceRow {
  id: string;
  productId: string;
  type: PriceType;
  /** Null for a one-off product. */
  billingInterval: BillingInterval | null;
  currency: string;
  metricIds: string[];
  /** What the interface shows under the member that matches `type`; `parsePricingModel` of the engine reads it. */
  pricingModel: object;
  discount: PriceDiscount | null;
  trialPeriodDays: number | null;
  minimumSpend: PriceSpend | null;
  maximumSpend: PriceSpend | null;
  /** Rates that apply to it, each at its own place (R-INV-6). */
  taxRateIds: string[];
  /** What is archived is not sold anew; what is sold of it stays sold. */
  archivedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

/** A price with all that billing needs to know: its product and the metrics that it measures. */
export interface PriceWithProduct extends PriceRow {
  product: ProductRow;
  metrics: MetricRow[];
}
