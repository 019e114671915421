import { namedAccount } from "../accounts/named-account.ts";
import { unnested } from "../database/unnested.ts";
import { listOf } from "../database/list-of.ts";
import type { Tx } from "../database/tx.ts";
import { HELD } from "./held-credit.ts";
import type { Row } from "../row.ts";

/**
 * One movement in the ledger of an account: a positive amount adds credit, a negative one uses it. With a grant, it
 * moves the grant's balance, in the grant's currency or metric units. Without a grant, it moves the account's credit.
 */
export type AccountCreditEntry = Pick<
  Row<"accountCreditEntry">,
  "id" | "accountId" | "currency" | "amount" | "invoiceId" | "createdAt"
> &
  Partial<Row<"accountCreditEntry">>;

export interface AccountCreditBalance {
  accountId: string;
  currency: string;
  /** What can be spent. */
  balance: string;
  /**
   * What is held for drafts that bill a void invoice again: it had reduced the void invoice. Not part of the balance.
   */
  held: string;
}

/** Locks accounts until commit, so that no two invoices draw from the same credit at once. */
export async function lockCreditOf(tx: Tx, accountIds: readonly string[]): Promise<void> {
  await tx.sql(
    `select from account where organization_id = $1 and id = any(${listOf(2)}) order by id for no key update`,
    [tx.organizationId, accountIds],
    "lock-credit-of",
  );
}

/** An account, and the ID or alias by which it was named. */
export interface NamedAccount {
  readonly reference: string;
  readonly id: string;
}

/**
 * Locks accounts until commit, by ID or alias, in the order of their IDs. Leaves out names of no account, and with "free" accounts
 * that another transaction holds. The lookups are nested, as in `findEventAccounts`.
 */
export async function lockNamedCredit(
  tx: Tx,
  references: readonly string[],
  lock: "free" | "wait",
): Promise<NamedAccount[]> {
  return tx.sql<NamedAccount>(
    `select named.reference, a.id
     from (select reference, ${namedAccount("reference")} as id
       from unnest($2::text[]) as reference order by 2) as named
     cross join lateral (
       select id from account where organization_id = $1 and id = named.id limit 1 for no key update ${lock === "free" ? "skip locked" : ""}
     ) as a`,
    [tx.organizationId, references],
    `lock-named-credit-${lock}`,
  );
}

/**
 * Locks up to `limit` accounts that no other transaction holds and returns their IDs. The others are left for a later
 * run.
 */
export async function lockFreeAccounts(tx: Tx, accountIds: readonly string[], limit: number): Promise<string[]> {
  const rows = await tx.sql<{ id: string }>(
    "select id from account where organization_id = $1 and id = any($2) order by id limit $3 for no key update skip locked",
    [tx.organizationId, accountIds, limit],
  );
  return rows.map(({ id }) => id);
}

/**
 * The credit of these accounts by currency. Locks the accounts until commit, so that no two draws see the same credit.
 */
export async function lockAccountCredit(tx: Tx, accountIds: readonly string[]): Promise<AccountCreditBalance[]> {
  await lockCreditOf(tx, accountIds);
  return accountCredit(tx, accountIds);
}

/** Like `lockAccountCredit`, but without a lock, for reading. Does not include the balances of grants. */
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

/** What an account still owes on issued invoices, for each currency with an amount due. */
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

/** Adds entries to the ledger. Entries are never deleted or changed. */
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
