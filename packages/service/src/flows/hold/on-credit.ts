import { findAccount } from "@counterfoil/storage";
import { onAccountClock } from "../../clocks/index.ts";
import { type Context, read, transact, type Work } from "../../context.ts";
import { notFound } from "../../errors/index.ts";
import { CreditLedger } from "./credit-ledger.ts";
import { familyOwners, findRelatives, type LimitChoice } from "./family-limits.ts";
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

/** An account, by ID or alias, and which of its limits matter. */
interface CreditAsked {
  readonly idOrAlias: string;
  readonly limits: LimitChoice;
}

/**
 * The same for a call that only reads, with the ledgers of all accounts whose usage counts toward its limits. Answers from what is
 * remembered, if that is enough.
 */
export async function onKnownCredit<Result>(
  context: Context,
  { idOrAlias, limits }: CreditAsked,
  act: (ledger: CreditLedger) => Promise<Result>,
): Promise<Result> {
  const remembered = await read(context, async (tx) => {
    const known = await rememberedCredit({ ...context, tx }, idOrAlias);
    // Relatives are not remembered together with the account.
    if (known === undefined || familyOwners(known.credit, limits).length > 0) return undefined;
    return ifRemembered(async () => ({ result: await act(new CreditLedger(known.credit)) }));
  });
  if (remembered !== undefined) return remembered.result;
  return transact(context, async (work) => {
    const [known] = await knownCredits(work, [idOrAlias]);
    if (known === undefined) throw notFound("account", idOrAlias);
    const ledger = new CreditLedger(known.credit);
    const relatives = await findRelatives(work.tx, known.credit, limits);
    if (relatives.length > 0) {
      ledger.relatives = (await knownCredits(work, relatives)).map(({ credit }) => new CreditLedger(credit));
    }
    return act(ledger);
  });
}
