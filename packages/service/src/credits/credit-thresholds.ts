import { Decimal } from "@counterfoil/engine";
import type { CreditSettingRow } from "@counterfoil/storage";

/** The threshold of low credit, if a use crossed it: credit was above it before and no longer is. */
export function passedThreshold(
  before: Decimal,
  after: Decimal,
  setting: Pick<CreditSettingRow, "lowBalanceThreshold"> | undefined,
): Decimal | null {
  const written = setting?.lowBalanceThreshold ?? null;
  if (written === null) return null;
  const threshold = Decimal.of(written);
  return before.compare(threshold) > 0 && after.compare(threshold) <= 0 ? threshold : null;
}

/** At or below the threshold. */
export function isToBeToppedUp(
  { topUpThreshold }: Pick<CreditSettingRow, "topUpThreshold">,
  balance: Decimal,
): boolean {
  return topUpThreshold !== null && balance.compare(Decimal.of(topUpThreshold)) <= 0;
}
