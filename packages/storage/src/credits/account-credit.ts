import { build } from "../database/build.ts";
import type { Tx } from "../database/tx.ts";

/** One movement of an account's credit: positive adds to it, negative uses it up. */
export interface AccountCreditEntry {
  id: string;
  accountId: string;
  currency: string;
  amount: string;
  invoiceId: string | null;
  createdAt: string;
}

export interface AccountCreditBalance {
  accountId: string;
  currency: string;
  balance: string;
}

/** The credit of these accounts by currency. The accounts are locked until commit, so no two draws see the same credit. */
export async function lockAccountCredit(tx: Tx, accountIds: readonly string[]): Promise<AccountCreditBalance[]> {
  await tx.sql("select from account where organization_id = $1 and id = any($2) order by id for no key update", [
    tx.organizationId,
    accountIds,
  ]);
  return accountCredit(tx, accountIds);
}

/** The same without a lock, for reading. */
export async function accountCredit(tx: Tx, accountIds: readonly string[]): Promise<AccountCreditBalance[]> {
  return tx.sql<AccountCreditBalance>(
    `select account_id, currency, sum(amount) as balance from account_credit_entry
     where organization_id = $1 and account_id = any($2) group by account_id, currency`,
    [tx.organizationId, accountIds],
  );
}

/** What an account still owes on issued invoices in a currency. */
export async function outstandingAmount(tx: Tx, accountId: string, currency: string): Promise<string> {
  const [row] = await tx.sql<{ outstanding: string }>(
    `select coalesce(sum(total - credits_applied - amount_paid), 0) as outstanding from invoice
     where organization_id = $1 and account_id = $2 and currency = $3 and status in ('issued', 'overdue')`,
    [tx.organizationId, accountId, currency],
  );
  return row?.outstanding ?? "0";
}

export async function insertAccountCreditEntries(tx: Tx, entries: readonly AccountCreditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => ({ ...entry, organizationId: tx.organizationId }));
  await tx.all(build.insertInto("accountCreditEntry").values(rows));
}
