import { build } from "../database/build.ts";
import { listOf } from "../database/list-of.ts";
import type { Tx } from "../database/tx.ts";
import { json } from "../json.ts";
import type { AccountRow } from "./account-row.ts";

/** Inserts a new account with its aliases and contacts. */
export async function insertAccount(tx: Tx, account: AccountRow): Promise<void> {
  const inserted = tx.all(
    build.insertInto("account").values({ ...columns(account), organizationId: tx.organizationId }),
  );
  await Promise.all([inserted, replaceAliases(tx, account), replaceContacts(tx, account)]);
}

/** Updates an account. Replaces all of its aliases and contacts. */
export async function updateAccount(tx: Tx, account: AccountRow): Promise<void> {
  await tx.all(
    build
      .updateTable("account")
      .set(columns(account))
      .where("organizationId", "=", tx.organizationId)
      .where("id", "=", account.id),
  );
  for (const table of ["accountAlias", "contact"] as const) {
    await tx.all(
      build.deleteFrom(table).where("organizationId", "=", tx.organizationId).where("accountId", "=", account.id),
    );
  }
  await replaceAliases(tx, account);
  await replaceContacts(tx, account);
}

/** Returns those of these aliases that other accounts already use. */
export async function findTakenAliases(tx: Tx, aliases: readonly string[], exceptAccountId: string): Promise<string[]> {
  const rows = await tx.sql<{ taken: string }>(
    `select alias as taken from account_alias
     where organization_id = $1 and alias = any(${listOf(2)}) and account_id <> $3
     union select id from account where organization_id = $1 and id = any(${listOf(2)})`,
    [tx.organizationId, aliases, exceptAccountId],
  );
  return rows.map((row) => row.taken);
}

function columns(account: AccountRow) {
  const { aliases: _aliases, contacts: _contacts, billingAddress, electronicAddress, ...rest } = account;
  return { ...rest, billingAddress: json(billingAddress), electronicAddress: json(electronicAddress) };
}

async function replaceAliases(tx: Tx, account: AccountRow): Promise<void> {
  if (account.aliases.length === 0) return;
  await tx.sql(
    `insert into account_alias (organization_id, account_id, alias, position)
     select $1, $2, alias, position from unnest($3::text[]) with ordinality as given (alias, position)
     -- A fixed order, so that two transactions that insert the same aliases cannot deadlock.
     order by alias`,
    [tx.organizationId, account.id, account.aliases],
  );
}

async function replaceContacts(tx: Tx, account: AccountRow): Promise<void> {
  if (account.contacts.length === 0) return;
  const rows = account.contacts.map((contact, position) => ({
    ...contact,
    organizationId: tx.organizationId,
    accountId: account.id,
    position,
  }));
  await tx.all(build.insertInto("contact").values(rows));
}
