import {
  findTestClocks,
  getOrganization,
  lastPaymentsOfAccounts,
  type ListPage,
  type ListQuery,
  owedByAccounts,
  subscriptionsOfAccounts,
  type Tx,
} from "@counterfoil/storage";
import { type Account, listAccounts } from "../accounts/index.ts";
import { accountTimeZone } from "../clocks/index.ts";
import { type Context, read } from "../context.ts";
import { recurringOfAccounts } from "../insights/index.ts";
import { localDay } from "../time.ts";
import { type AccountBilling, toAccountBilling } from "./account-billing.ts";

/** A page of accounts with plans, recurring revenue, debts and payments. The number of statements does not depend on the page. */
export async function listAccountsWithBilling(
  context: Context,
  query: ListQuery,
): Promise<ListPage<Account & { billing: AccountBilling }>> {
  const page = await listAccounts(context, query);
  if (page.rows.length === 0) return { rows: [], total: page.total };
  const ids = page.rows.map(({ id }) => id);
  return read(context, async (tx) => {
    const [today, subscriptions, owed, recurring, payments] = await Promise.all([
      todayOf(context, tx, page.rows),
      subscriptionsOfAccounts(tx, ids),
      owedByAccounts(tx, ids),
      recurringOfAccounts(tx, ids),
      lastPaymentsOfAccounts(tx, ids),
    ]);
    const subscriptionsOf = Map.groupBy(subscriptions, ({ accountId }) => accountId);
    const owedOf = Map.groupBy(owed, ({ accountId }) => accountId);
    const recurringOf = Map.groupBy(recurring, ({ accountId }) => accountId);
    const rows = page.rows.map((account) => ({
      ...account,
      billing: toAccountBilling({
        today: today(account),
        subscriptions: subscriptionsOf.get(account.id) ?? [],
        owed: owedOf.get(account.id) ?? [],
        recurring: recurringOf.get(account.id) ?? [],
        lastPayment: payments.find(({ accountId }) => accountId === account.id),
      }),
    }));
    return { rows, total: page.total };
  });
}

/** The current day of each of these accounts, by its test clock if it has one. */
async function todayOf(
  { clock }: Context,
  tx: Tx,
  accounts: readonly Account[],
): Promise<(account: Account) => string> {
  const clockIds = accounts.flatMap(({ testClockId }) => testClockId ?? []);
  const [organization, clocks] = await Promise.all([getOrganization(tx), findTestClocks(tx, clockIds)]);
  const now = clock.now();
  return (account) => {
    const own = clocks.find(({ id }) => id === account.testClockId);
    return localDay(own?.frozenTime ?? now, accountTimeZone(account, organization));
  };
}
