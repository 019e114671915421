import type { Tx } from "../database/tx.ts";
import { listRows, type ListFields, type ListPage, type ListQuery } from "../lists/list.ts";
import type { AccountRow } from "./account-row.ts";
import { withAliasesAndContacts } from "./find-accounts.ts";

const primary = (column: string): string =>
  `(select ${column} from contact c
    where c.organization_id = account.organization_id and c.account_id = account.id and c.is_primary)`;

export const ACCOUNT_FIELDS: ListFields = {
  id: { type: "text", sql: "account.id", names: "account" },
  name: { type: "text", sql: "account.name" },
  aliases: {
    type: "list",
    sql: `array(select a.alias from account_alias a
          where a.organization_id = account.organization_id and a.account_id = account.id)`,
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
  createdAt: { type: "instant", sql: "account.created_at" },
  updatedAt: { type: "instant", sql: "account.updated_at" },
};

export async function listAccounts(tx: Tx, query: ListQuery): Promise<ListPage<AccountRow>> {
  const page = await listRows<AccountRow>(tx, { table: "account", fields: ACCOUNT_FIELDS }, query);
  return { rows: await withAliasesAndContacts(tx, page.rows), total: page.total };
}
