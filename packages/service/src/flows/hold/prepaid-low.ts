import { Decimal } from "@counterfoil/engine";
import { isToBeToppedUp } from "../../credits/index.ts";
import { type AccountCredit, heldEvents, runningUse } from "./running-credit.ts";
import type { RunningUse } from "./running-use.ts";

/**
 * Whether the prepaid money that usage leaves is at or below the threshold of the top-up. A credit line is not prepaid.
 */
export function leavesLow(
  { topUpThreshold, ...funds }: Pick<AccountCredit, "account" | "grants" | "topUpThreshold">,
  use: Pick<RunningUse, "left">,
): boolean {
  return isToBeToppedUp({ topUpThreshold }, prepaidLeft(funds, use) ?? Decimal.zero);
}

/** The prepaid money that usage leaves, in the currency of the account. Undefined if no grant can pay for usage of today. */
export function prepaidLeft(
  { account, grants }: Pick<AccountCredit, "account" | "grants">,
  { left }: Pick<RunningUse, "left">,
): Decimal | undefined {
  const own = grants.filter(({ currency }) => currency === account.currency);
  return own.length === 0 ? undefined : Decimal.sum(own.map(({ id }) => left.get(id) ?? Decimal.zero));
}

/** The same for the usage so far and all open holds. */
export async function isPrepaidLow(credit: AccountCredit): Promise<boolean> {
  if (credit.topUpThreshold === null) return false;
  return leavesLow(credit, await runningUse(credit, heldEvents(credit.holds, credit.work.clock.now())));
}
