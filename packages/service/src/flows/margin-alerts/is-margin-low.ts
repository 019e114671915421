import { Decimal } from "@counterfoil/engine";
import type { MarginAlertSetting } from "@counterfoil/storage";
import type { MarginAmounts } from "../margin/index.ts";

/**
 * Whether a margin is below the percentage of the revenue. A cost without revenue always is; a margin without its exchange
 * rates never is.
 */
export function isMarginLow(
  { revenue, cost, margin }: Pick<MarginAmounts, "revenue" | "cost" | "margin">,
  alert: MarginAlertSetting,
): boolean {
  if (revenue === null || cost === null || margin === null) return false;
  const spent = Decimal.of(cost);
  if (!spent.isPositive() || spent.compare(Decimal.of(alert.minimumCost)) < 0) return false;
  return (
    Decimal.of(margin)
      .times(Decimal.of("100"))
      .compare(Decimal.of(revenue).times(Decimal.of(alert.percent))) < 0
  );
}
