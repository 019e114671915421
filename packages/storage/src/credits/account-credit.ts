import { unnested } from "../database/unnested.ts";
import type { Tx } from "../database/tx.ts";
import { HELD } from "./held-credit.ts";
import type { Row } from "../row.ts";

/**
 * One movement in the ledger of an account: positive adds, negative uses up. With a grant it is of the grant's balance, in its
 * currency or its metric's units; without one it is of the account's credit.
 */
export type AccountCreditEntry = Pick<
  Row<"accountCreditEntry">,
  "id" | "accountId" | "currency" | "amount" | "invoiceId" | "createdAt"
> &
  Partial<Row<"accountCreditEntry">>;

/** What a draw paid of a line, or what of that returns: both amounts have the sign of their entry's. */
export interface StoredDrawnLine {
  lineId: string;
  /** In the grant's currency or units. */
  amount: string;
  /** In the currency of the invoice. */
  amountPaid: string;
}

export interface AccountCreditBalance {
  accountId: string;
  currency: string;
  /** What can be spent. */
  balance: string;
  /** What waits for drafts that bill a void invoice again, which it had reduced. Not part of the balance. */
  held: string;
}

/** Locks accounts until commit, so that no two invoices draw from the same credit at once. */
export async function lockCreditOf(tx: Tx, accountIds: readonly string[]): Promise<void> {
  await tx.sql("select from account where organization_id = $1 and id = any($2) order by id for no key update", [
    tx.organizationId,
    accountIds,
  ]);
}

/** Locks up to `limit` of the accounts that nobody else holds, and answers which they are: the others are taken up later. */
export async function lockFreeAccounts(tx: Tx, accountIds: readonly string[], limit: number): Promise<string[]> {
  const rows = await tx.sql<{ id: string }>(
    "select id from account where organization_id = $1 and id = any($2) order by id limit $3 for no key update skip locked",
    [tx.organizationId, accountIds, limit],
  );
  return rows.map(({ id }) => id);
}

/** The credit of these accounts by currency. The accounts are locked until commit, so no two draws see the same credit. */
export async function lockAccountCredit(tx: Tx, accountIds: readonly string[]): Promise<AccountCreditBalance[]> {
  await lockCreditOf(tx, accountIds);
  return accountCredit(tx, accountIds);
}

/** The same without a lock, for reading. What is left of grants is not in it. */
export async function accountCredit(tx: Tx, accountIds: readonly string[]): Promise<AccountCreditBalance[]> {
  return tx.sql<AccountCreditBalance>(
    `with ${HELD}, kept as (
       select account_id, currency, sum(amount) as amount from held group by account_id, currency
     ), total as (
       select account_id, currency, sum(amount) as amount from account_credit_entry
       where organization_id = $1 and account_id = any($2) and credit_grant_id is null group by account_id, currency
     )
     select account_id, currency, t.amount - waiting as balance, waiting as held
     from total t left join kept k using (account_id, currency),
       lateral (select least(coalesce(k.amount, 0), greatest(t.amount, 0)) as waiting) as w`,
    [tx.organizationId, accountIds],
  );
}

/** What an account still owes on issued invoices, in each currency in which it has some. */
export async function outstandingAmounts(
  tx: Tx,
  accountId: string,
): Promise<{ currency: string; outstanding: string }[]> {
  return tx.sql<{ currency: string; outstanding: string }>(
    `select currency, sum(total - credits_applied - amount_paid) as outstanding from invoice
     where organization_id = $1 and account_id = $2 and status in ('issued', 'overdue') group by currency`,
    [tx.organizationId, accountId],
  );
}

/** Adds to the ledger. Nothing is ever taken out of it or changed in it. */
export async function insertAccountCreditEntries(tx: Tx, entries: readonly AccountCreditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const { columns, source, values } = unnested(entries, ENTRY_COLUMNS);
  await tx.sql(
    `insert into account_credit_entry (organization_id, ${columns}) select $1, ${columns} from ${source}`,
    [tx.organizationId, ...values],
    "insert-account-credit-entries",
  );
}

const ENTRY_COLUMNS = {
  id: "text",
  accountId: "text",
  currency: "text",
  metricId: "text",
  amount: "numeric",
  kind: "text",
  invoiceId: "text",
  creditNoteId: "text",
  creditGrantId: "text",
  sourceInvoiceId: "text",
  creditConversionId: "text",
  amountPaid: "numeric",
  lines: "jsonb",
  createdAt: "timestamptz",
} as const satisfies Record<keyof AccountCreditEntry, string>;
