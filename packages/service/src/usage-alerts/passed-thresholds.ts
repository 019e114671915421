import { Decimal } from "@counterfoil/engine";

/** The thresholds that usage has come to: at a threshold it is reached. */
export function passedThresholds(thresholds: readonly string[], value: Decimal): string[] {
  return thresholds.filter((threshold) => Decimal.of(threshold).compare(value) <= 0);
}
