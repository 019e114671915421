import type { BillingInterval, PriceType } from "@counterfoil/engine";
import type { MetricRow } from "../metrics/metric-row.ts";
import type { ProductRow } from "../products/product-row.ts";
import type { Row } from "../row.ts";

/** How one product is charged (R-CAT-2). Decimals are as they were sent. */
export type PriceRow = Row<"price"> & {
  type: PriceType;
  billingInterval: BillingInterval | null;
};

/** A price with everything that billing needs: its product and the metrics that it measures. */
export interface PriceWithProduct extends PriceRow {
  product: ProductRow;
  metrics: MetricRow[];
}
