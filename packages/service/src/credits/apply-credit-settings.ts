import { Decimal, minorUnits } from "@counterfoil/engine";
import type { AccountRow, CreditSettingRow, SettleAboveHeld, TopUpGrantsOn } from "@counterfoil/storage";
import type { Fault } from "../errors/index.ts";

export interface TopUp {
  /** Credit at or below this amount is topped up. */
  threshold: string;
  /** What each top-up grants. Its invoice has this amount before tax. */
  amount: string;
  grantsOn: TopUpGrantsOn;
  priority: number;
  expiresAfterDays: number | null;
  productId: string | null;
}

export interface CreditSettingsInput {
  lowBalanceThreshold?: string | null;
  creditLine?: string | null;
  settleAboveHeld?: SettleAboveHeld;
  topUp?: (Pick<TopUp, "threshold" | "amount"> & Partial<TopUp>) | null;
}

const ORDINARY_PRIORITY = 100;

/** The settings without automatic top-ups. */
export const NO_TOP_UP = {
  topUpThreshold: null,
  topUpAmount: null,
  topUpGrantsOn: null,
  topUpPriority: null,
  topUpExpiresAfterDays: null,
  topUpProductId: null,
};

/** The settings with a caller's changes. A top-up is replaced as a whole, and null ends it. */
export function applyCreditSettings(row: CreditSettingRow, { topUp, ...input }: CreditSettingsInput): CreditSettingRow {
  const { lowBalanceThreshold = row.lowBalanceThreshold, creditLine = row.creditLine } = input;
  const watched = { ...row, lowBalanceThreshold, creditLine };
  if (input.settleAboveHeld !== undefined) watched.settleAboveHeld = input.settleAboveHeld;
  if (topUp === undefined) return watched;
  if (topUp === null) return { ...watched, ...NO_TOP_UP };
  return {
    ...watched,
    topUpThreshold: topUp.threshold,
    topUpAmount: topUp.amount,
    topUpGrantsOn: topUp.grantsOn ?? "payment",
    topUpPriority: topUp.priority ?? ORDINARY_PRIORITY,
    topUpExpiresAfterDays: topUp.expiresAfterDays ?? null,
    topUpProductId: topUp.productId ?? null,
  };
}

/**
 * What is wrong with settings. Amounts are in the account's currency.
 *
 * @param isKnownProduct whether the product that a top-up sells exists
 */
export function creditSettingsFaults(
  account: Pick<AccountRow, "currency">,
  input: CreditSettingsInput,
  isKnownProduct: boolean,
): Fault[] {
  const faults: Fault[] = [];
  const scale = minorUnits(account.currency);
  const judge = (pointer: string, text: string | null, isPositive: boolean) => {
    if (text === null) return;
    const value = Decimal.of(text);
    const tooSmall = isPositive ? !value.isPositive() : value.isNegative();
    if (tooSmall)
      faults.push({
        pointer,
        code: "too_small",
        detail: isPositive ? "The amount must be greater than 0." : "The amount must not be negative.",
      });
    else if (!value.round(scale, "down").equals(value)) {
      faults.push({
        pointer,
        code: "too_many_decimals",
        detail: `The amount must have at most ${scale} decimals in ${account.currency}.`,
      });
    }
  };
  judge("/lowBalanceThreshold", input.lowBalanceThreshold ?? null, false);
  judge("/creditLine", input.creditLine ?? null, false);
  judge("/topUp/threshold", input.topUp?.threshold ?? null, false);
  judge("/topUp/amount", input.topUp?.amount ?? null, true);
  const productId = input.topUp?.productId ?? null;
  if (productId !== null && !isKnownProduct) {
    const detail = `There is no product ${JSON.stringify(productId)}.`;
    faults.push({ pointer: "/topUp/productId", code: "unknown_product", detail });
  }
  return faults;
}
