import {
  findAccount,
  findCreditGrant,
  type CreditGrantRow,
  type ListPage,
  type ListQuery,
  listCreditGrants as listRows,
  type Tx,
} from "@counterfoil/storage";
import { accountNow } from "../clocks/index.ts";
import { type Context, read } from "../context.ts";
import { notFound } from "../errors/index.ts";
import { type CreditGrant, toCreditGrant } from "./credit-grant.ts";

export function getCreditGrant(context: Context, id: string): Promise<CreditGrant> {
  return read(context, async (tx) => {
    const row = await findCreditGrant(tx, id);
    if (row === undefined) throw notFound("credit grant", id);
    return toCreditGrant(row, await accountNow({ tx, clock: context.clock }, row));
  });
}

/** All grants of the organization. */
export function listCreditGrants(context: Context, query: ListQuery): Promise<ListPage<CreditGrant>> {
  return read(context, async (tx) => shownPage(context, tx, await listRows(tx, null, query)));
}

/** The grants of an account, named by ID or alias. */
export function listCreditGrantsOf(
  context: Context,
  idOrAlias: string,
  query: ListQuery,
): Promise<ListPage<CreditGrant>> {
  return read(context, async (tx) => {
    const account = await findAccount(tx, idOrAlias);
    if (account === undefined) throw notFound("account", idOrAlias);
    return shownPage(context, tx, await listRows(tx, account.id, query));
  });
}

/** Each grant by its account's clock. Accounts on the same clock share one time. */
async function shownPage(
  { clock }: Context,
  tx: Tx,
  { rows, total }: ListPage<CreditGrantRow>,
): Promise<ListPage<CreditGrant>> {
  const times = new Map<string | null, string>();
  for (const { testClockId } of rows) {
    if (!times.has(testClockId)) times.set(testClockId, await accountNow({ tx, clock }, { testClockId }));
  }
  return { rows: rows.map((row) => toCreditGrant(row, times.get(row.testClockId) ?? clock.now())), total };
}
