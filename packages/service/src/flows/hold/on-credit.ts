import { findAccount } from "@counterfoil/storage";
import { onAccountClock } from "../../clocks/index.ts";
import { type Context, read, transact, type Work } from "../../context.ts";
import { notFound } from "../../errors/index.ts";
import { ifRemembered, knownCredits, rememberedCredit } from "./known-credit.ts";
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

/** The same for a call that only reads. Answers from what is remembered, if that is enough. */
export async function onKnownCredit<Result>(
  context: Context,
  idOrAlias: string,
  act: (credit: AccountCredit) => Promise<Result>,
): Promise<Result> {
  const remembered = await read(context, async (tx) => {
    const known = await rememberedCredit({ ...context, tx }, idOrAlias);
    return known === undefined ? undefined : ifRemembered(async () => ({ result: await act(known.credit) }));
  });
  if (remembered !== undefined) return remembered.result;
  return transact(context, async (work) => {
    const [known] = await knownCredits(work, [idOrAlias]);
    if (known === undefined) throw notFound("account", idOrAlias);
    return act(known.credit);
  });
}
