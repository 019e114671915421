import { expireCreditHolds, findAccount, lockCreditOf } from "@counterfoil/storage";
import { onAccountClock } from "../../clocks/index.ts";
import type { Work } from "../../context.ts";
import { notFound } from "../../errors/index.ts";
import { type AccountCredit, loadCredit } from "./running-credit.ts";

/** Does something with the credit of an account, by its ID or alias. 404 if there is none. */
export async function onCredit<Result>(
  transaction: Work,
  idOrAlias: string,
  act: (credit: AccountCredit) => Promise<Result>,
): Promise<Result> {
  const account = await findAccount(transaction.tx, idOrAlias);
  if (account === undefined) throw notFound("account", idOrAlias);
  return act(await loadCredit(await onAccountClock(transaction, account), account));
}

/** The same with the account locked, as invoices lock it before they draw from grants, and without expired holds. */
export async function onLockedCredit<Result>(
  transaction: Work,
  accountId: string,
  act: (credit: AccountCredit) => Promise<Result>,
): Promise<Result> {
  await lockCreditOf(transaction.tx, [accountId]);
  return onCredit(transaction, accountId, async (credit) => {
    await expireCreditHolds(transaction.tx, accountId, credit.work.clock.now());
    return act(credit);
  });
}
