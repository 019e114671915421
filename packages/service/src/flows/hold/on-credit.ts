import { expireCreditHolds, findAccount, lockCreditOf } from "@counterfoil/storage";
import { onAccountClock } from "../../clocks/index.ts";
import { type Context, transact } from "../../context.ts";
import { notFound } from "../../errors/index.ts";
import { type AccountCredit, loadCredit } from "./running-credit.ts";

/** Does something with the credit of an account, by its ID or alias, in one transaction. 404 if there is none. */
export function onCredit<Result>(
  context: Context,
  idOrAlias: string,
  act: (credit: AccountCredit) => Promise<Result>,
): Promise<Result> {
  return transact(context, async (transaction) => {
    const account = await findAccount(transaction.tx, idOrAlias);
    if (account === undefined) throw notFound("account", idOrAlias);
    return act(await loadCredit(await onAccountClock(transaction, account), account));
  });
}

/** The same with the account locked, as invoices lock it before they draw from grants. */
export function onLockedCredit<Result>(
  context: Context,
  idOrAlias: string,
  act: (credit: AccountCredit) => Promise<Result>,
): Promise<Result> {
  return transact(context, async (transaction) => {
    const account = await findAccount(transaction.tx, idOrAlias);
    if (account === undefined) throw notFound("account", idOrAlias);
    const work = await onAccountClock(transaction, account);
    await lockCreditOf(work.tx, [account.id]);
    await expireCreditHolds(work.tx, account.id, work.clock.now());
    return act(await loadCredit(work, account));
  });
}
