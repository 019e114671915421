import type { Context } from "../../context.ts";
import { openPortal } from "../../portal/index.ts";
import { type CreditBurnDown, getBalances, getCreditBurnDown, type ShownCredit } from "../hold/index.ts";

/** The credit of the account of a portal link, and how it falls. */
export interface PortalCredit extends Pick<ShownCredit, "balances"> {
  timezone: string;
  burnDown: CreditBurnDown["balances"];
}

/** What the customer can still spend. Empty for an account without credit. */
export async function getPortalCredit(context: Context, token: string): Promise<PortalCredit> {
  const { account } = await openPortal(context, token);
  const { balances } = await getBalances(context, account.id);
  const { timezone, balances: burnDown } = await getCreditBurnDown(context, account.id);
  return { balances, timezone, burnDown };
}
