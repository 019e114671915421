import { Decimal } from "@counterfoil/engine";
import { isToBeToppedUp } from "../../credits/index.ts";
import { type AccountCredit, heldEvents, runningUse } from "./running-credit.ts";
import type { RunningUse } from "./running-use.ts";

/**
 * Whether the prepaid money that usage leaves is at or below the threshold of the top-up. A credit line is not prepaid.
 */
export function leavesLow(
  { account, grants, topUpThreshold }: Pick<AccountCredit, "account" | "grants" | "topUpThreshold">,
  { left }: Pick<RunningUse, "left">,
): boolean {
  const own = grants.filter(({ currency }) => currency === account.currency);
  const prepaid = Decimal.sum(own.map(({ id }) => left.get(id) ?? Decimal.zero));
  return isToBeToppedUp({ topUpThreshold }, prepaid);
}

/** The same for the usage so far and all open holds. */
export async function isPrepaidLow(credit: AccountCredit): Promise<boolean> {
  if (credit.topUpThreshold === null) return false;
  return leavesLow(credit, await runningUse(credit, heldEvents(credit.holds, credit.work.clock.now())));
}
