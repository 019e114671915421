import type { Tx } from "../database/tx.ts";
import type { AccountRow, ContactRow } from "./account-row.ts";
import { namedAccount } from "./named-account.ts";

/** The complete account with this ID or alias, read in one statement. */
export async function findAccount(tx: Tx, idOrAlias: string): Promise<AccountRow | undefined> {
  const [row] = await tx.sql<AccountRow>(
    `select a.*,
       coalesce((select jsonb_agg(l.alias order by l.position) from account_alias l
         where l.organization_id = a.organization_id and l.account_id = a.id), '[]') as aliases,
       coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'email', c.email, 'firstName', c.first_name,
           'lastName', c.last_name, 'isPrimary', c.is_primary, 'emailPreferences', to_jsonb(c.email_preferences))
           order by c.position) from contact c
         where c.organization_id = a.organization_id and c.account_id = a.id), '[]') as contacts
     from account a
     where a.organization_id = $1 and a.id = ${namedAccount("$2::text")}`,
    [tx.organizationId, idOrAlias],
    "find-account",
  );
  return row;
}

/** Adds aliases and contacts to account rows, in two statements for any number of rows. */
export async function withAliasesAndContacts(tx: Tx, rows: readonly AccountRow[]): Promise<AccountRow[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const readAliases = tx.sql<{ accountId: string; alias: string }>(
    `select account_id, alias from account_alias
     where organization_id = $1 and account_id = any($2) order by account_id, position`,
    [tx.organizationId, ids],
    "find-aliases",
  );
  const readContacts = tx.sql<ContactRow & { accountId: string }>(
    `select account_id, id, email, first_name, last_name, is_primary, email_preferences from contact
     where organization_id = $1 and account_id = any($2) order by account_id, position`,
    [tx.organizationId, ids],
    "find-contacts",
  );
  const [aliases, contacts] = await Promise.all([readAliases, readContacts]);
  const aliasesOf = Map.groupBy(aliases, (alias) => alias.accountId);
  const contactsOf = Map.groupBy(contacts, (contact) => contact.accountId);
  return rows.map((row) => ({
    ...row,
    aliases: (aliasesOf.get(row.id) ?? []).map((entry) => entry.alias),
    contacts: contactsOf.get(row.id) ?? [],
  }));
}

/** Like `findAccount`, but locks the account's row until the transaction ends. */
export async function lockAccount(tx: Tx, idOrAlias: string): Promise<AccountRow | undefined> {
  const account = await findAccount(tx, idOrAlias);
  if (account === undefined) return undefined;
  await tx.sql("select from account where organization_id = $1 and id = $2 for no key update", [
    tx.organizationId,
    account.id,
  ]);
  return findAccount(tx, account.id);
}

/** The complete accounts with these IDs. */
export async function findAccountsById(tx: Tx, ids: readonly string[]): Promise<AccountRow[]> {
  if (ids.length === 0) return [];
  const rows = await tx.sql<AccountRow>(
    "select * from account where organization_id = $1 and id = any($2)",
    [tx.organizationId, ids],
    "find-accounts",
  );
  return withAliasesAndContacts(tx, rows);
}
