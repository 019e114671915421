import { Decimal, formatAmount } from "@counterfoil/engine";
import {
  accountCredit,
  type AccountRow,
  findAccount,
  outstandingAmounts,
  type Tx,
  usableBalances,
} from "@counterfoil/storage";
import { accountNow } from "../clocks/index.ts";
import { type Context, read } from "../context.ts";
import { notFound } from "../errors/index.ts";

/** What an account has as credit and what it owes, in one currency. */
export interface CurrencyBalance {
  accountCredit: string;
  /** The prepaid money that is usable now. */
  creditGrants: string;
  outstanding: string;
  currency: string;
}

/** The balance in the account's currency (R-INV-8) and in every other currency with an amount. */
export interface Balance extends CurrencyBalance {
  /** The account's own currency first, even if empty, then the others by code. */
  balances: CurrencyBalance[];
}

export function getBalance(context: Context, idOrAlias: string): Promise<Balance> {
  return read(context, async (tx) => {
    const account = await findAccount(tx, idOrAlias);
    if (account === undefined) throw notFound("account", idOrAlias);
    return balanceOf(tx, account, await accountNow({ tx, clock: context.clock }, account));
  });
}

/** The balance of an account that was already read. */
export async function balanceOf(tx: Tx, { id, currency }: AccountRow, now: string): Promise<Balance> {
  const grants = amountsBy(await usableBalances(tx, [id], now), "balance");
  const credit = amountsBy(await accountCredit(tx, [id]), "balance");
  const outstanding = amountsBy(await outstandingAmounts(tx, id), "outstanding");
  const others = new Set([...grants.keys(), ...credit.keys(), ...outstanding.keys()]);
  others.delete(currency);
  const of = (one: string): CurrencyBalance => {
    const money = (amounts: ReadonlyMap<string, Decimal>) =>
      formatAmount({ amount: amounts.get(one) ?? Decimal.zero, currency: one });
    return {
      accountCredit: money(credit),
      creditGrants: money(grants),
      outstanding: money(outstanding),
      currency: one,
    };
  };
  const own = of(currency);
  return { ...own, balances: [own, ...[...others].toSorted().map(of)] };
}

/** Amounts of money by currency, without zeros. */
function amountsBy<Member extends string>(
  rows: readonly ({ readonly currency: string | null } & Readonly<Record<Member, string>>)[],
  member: Member,
): Map<string, Decimal> {
  return new Map(
    rows.flatMap(({ currency, [member]: text }) => {
      const amount = Decimal.of(text);
      return currency === null || amount.isZero() ? [] : [[currency, amount] as const];
    }),
  );
}
