import { findAccount, listAccounts as listAccountRows, type ListPage, type ListQuery } from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { notFound } from "../errors/index.ts";
import { type Account, toAccount } from "./account.ts";

export function getAccount(context: Context, idOrAlias: string): Promise<Account> {
  return read(context, async (tx) => {
    const row = await findAccount(tx, idOrAlias);
    if (row === undefined) throw notFound("account", idOrAlias);
    return toAccount(row);
  });
}

export function listAccounts(context: Context, query: ListQuery): Promise<ListPage<Account>> {
  return read(context, async (tx) => {
    const page = await listAccountRows(tx, query);
    return { rows: page.rows.map(toAccount), total: page.total };
  });
}
