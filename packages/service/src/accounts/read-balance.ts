import { Decimal, formatAmount } from "@counterfoil/engine";
import {
  accountCredit,
  type AccountRow,
  findAccount,
  outstandingAmount,
  type Tx,
  usableBalances,
} from "@counterfoil/storage";
import { accountNow } from "./account-time.ts";
import { type Context, read } from "../context.ts";
import { notFound } from "../errors/domain-error.ts";

/** What an account has to its credit and what it owes, in its currency (R-INV-8). */
export interface Balance {
  accountCredit: string;
  /** What can be used now of prepaid money. */
  creditGrants: string;
  outstanding: string;
  currency: string;
}

export function getBalance(context: Context, idOrAlias: string): Promise<Balance> {
  return read(context, async (tx) => {
    const account = await findAccount(tx, idOrAlias);
    if (account === undefined) throw notFound("account", idOrAlias);
    return balanceOf(tx, account, await accountNow({ tx, clock: context.clock }, account));
  });
}

/** The same of an account that is read. */
export async function balanceOf(tx: Tx, { id, currency }: AccountRow, now: string): Promise<Balance> {
  const money = (amount: string) => formatAmount({ amount: Decimal.of(amount), currency });
  const grants = (await usableBalances(tx, [id], now)).find((row) => row.currency === currency);
  const credit = (await accountCredit(tx, [id])).find((row) => row.currency === currency);
  return {
    accountCredit: money(credit?.balance ?? "0"),
    creditGrants: money(grants?.balance ?? "0"),
    outstanding: money(await outstandingAmount(tx, id, currency)),
    currency,
  };
}
