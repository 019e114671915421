import type { Tx } from "../database/tx.ts";
import type { TotalRow } from "../insights/counted-accounts.ts";
import {
  type ListedTable,
  listRows,
  type ListFields,
  type ListFilter,
  type ListPage,
  type ListQuery,
  whereOf,
} from "../lists/list.ts";
import { summarizeRows } from "../lists/summarize.ts";
import type { AccountRow } from "./account-row.ts";
import { withAliasesAndContacts } from "./find-accounts.ts";

const primary = (column: string): string =>
  `(select ${column} from contact c
    where c.organization_id = account.organization_id and c.account_id = account.id and c.is_primary)`;

const ofSubscription = (condition: string): string =>
  `account.id in (select s.account_id from subscription s where s.organization_id = $1 and ${condition})`;

/**
 * The status of billing, as `accountStatus` decides it for a page of accounts. The subqueries do not depend on the
 * account, so PostgreSQL reads each once for the whole list.
 */
const STATUS = `case
  when account.id in (select i.account_id from invoice i where i.organization_id = $1 and i.status = 'overdue') then 'overdue'
  when ${ofSubscription("s.status = 'active' and s.paused_at is null")} then 'active'
  when ${ofSubscription("s.status = 'active'")} then 'paused'
  when ${ofSubscription("s.status in ('draft', 'sent', 'accepted')")} then 'pending'
  when ${ofSubscription("true")} then 'ended'
  else 'none' end`;

export const ACCOUNT_FIELDS: ListFields = {
  id: { type: "text", sql: "account.id", names: "account" },
  name: { type: "text", sql: "account.name" },
  aliases: {
    type: "list",
    sql: `array(select a.alias from account_alias a
          where a.organization_id = account.organization_id and a.account_id = account.id)`,
  },
  tags: {
    type: "list",
    sql: `array(select t.tag from account_tag t
          where t.organization_id = account.organization_id and t.account_id = account.id)`,
    holds: (tag) =>
      `account.id in (select t.account_id from account_tag t where t.organization_id = $1 and t.tag = ${tag})`,
  },
  currency: { type: "text", sql: "account.currency" },
  contactName: { type: "text", sql: primary("nullif(concat_ws(' ', c.first_name, c.last_name), '')") },
  contactEmail: { type: "text", sql: primary("c.email") },
  billingEmail: { type: "text", sql: `coalesce(account.billing_email, ${primary("c.email")})` },
  taxId: { type: "text", sql: "account.tax_id" },
  taxStatus: { type: "text", sql: "account.tax_status" },
  taxCountry: { type: "text", sql: "account.tax_country" },
  timezone: { type: "text", sql: "account.timezone" },
  testClockId: { type: "text", sql: "account.test_clock_id" },
  status: { type: "text", sql: STATUS },
  createdAt: { type: "instant", sql: "account.created_at" },
  updatedAt: { type: "instant", sql: "account.updated_at" },
};

const ACCOUNTS: ListedTable = { table: "account", fields: ACCOUNT_FIELDS };

export async function listAccounts(tx: Tx, query: ListQuery): Promise<ListPage<AccountRow>> {
  const page = await listRows<AccountRow>(tx, ACCOUNTS, query);
  return { rows: await withAliasesAndContacts(tx, page.rows), total: page.total };
}

/** Counts the accounts that match, by status. */
export async function summarizeAccounts(tx: Tx, filters: readonly ListFilter[]) {
  return summarizeRows(tx, ACCOUNTS, filters, { groups: { status: STATUS }, sums: {}, selecting: ["status"] });
}

/** What the accounts that match owe on issued and overdue invoices, by currency. `count` is the number of invoices. */
export async function owedByAccountsThatMatch(tx: Tx, filters: readonly ListFilter[]): Promise<TotalRow[]> {
  const values: unknown[] = [tx.organizationId];
  return tx.sql<TotalRow>(
    `select currency, count(*) as count, sum(total - credits_applied - amount_paid) as amount from invoice
     where organization_id = $1 and status in ('issued', 'overdue')
       and account_id in (select account.id from account where ${whereOf(ACCOUNTS, filters, values)})
     group by currency order by currency`,
    values,
  );
}
