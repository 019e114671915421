import { Decimal } from "@counterfoil/engine";

/** The thresholds that usage has reached. Usage equal to a threshold has reached it. */
export function passedThresholds(thresholds: readonly string[], value: Decimal): string[] {
  return thresholds.filter((threshold) => Decimal.of(threshold).compare(value) <= 0);
}
