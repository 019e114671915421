import type { BillingInterval, PriceType, WireMoney } from "@counterfoil/engine";
import type { MetricRow } from "../metrics/metric-row.ts";
import type { ProductRow } from "../products/product-row.ts";
import type { Row } from "../row.ts";

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
export type PriceRow = Row<"price"> & {
  type: PriceType;
  billingInterval: BillingInterval | null;
};

/** A price with all that billing needs to know: its product and the metrics that it measures. */
export interface PriceWithProduct extends PriceRow {
  product: ProductRow;
  metrics: MetricRow[];
}
