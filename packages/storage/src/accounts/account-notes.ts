import { build } from "../database/build.ts";
import type { Tx } from "../database/tx.ts";
import { type ListFields, type ListPage, type ListQuery, listRows } from "../lists/list.ts";
import type { Row } from "../row.ts";

export type AccountNoteRow = Row<"accountNote">;

export const ACCOUNT_NOTE_FIELDS: ListFields = {
  id: { type: "text", sql: "account_note.id" },
  createdAt: { type: "instant", sql: "account_note.created_at" },
  updatedAt: { type: "instant", sql: "account_note.updated_at" },
};

export function listAccountNotes(tx: Tx, accountId: string, query: ListQuery): Promise<ListPage<AccountNoteRow>> {
  const fields = { ...ACCOUNT_NOTE_FIELDS, accountId: { type: "text", sql: "account_note.account_id" } } as const;
  const filters = [...query.filters, { field: "accountId", operator: "eq", value: accountId } as const];
  return listRows<AccountNoteRow>(tx, { table: "account_note", fields }, { ...query, filters });
}

export async function insertAccountNote(tx: Tx, note: AccountNoteRow): Promise<void> {
  await tx.all(build.insertInto("accountNote").values({ ...note, organizationId: tx.organizationId }));
}

const NOTE_OF_ACCOUNT = `select id, account_id, text, author_type, author_id, created_at, updated_at from account_note
  where organization_id = $1 and account_id = $2 and id = $3`;

export async function findAccountNote(tx: Tx, accountId: string, id: string): Promise<AccountNoteRow | undefined> {
  const [row] = await tx.sql<AccountNoteRow>(NOTE_OF_ACCOUNT, [tx.organizationId, accountId, id]);
  return row;
}

/** The note of an account, locked until the transaction ends. */
export async function lockAccountNote(tx: Tx, accountId: string, id: string): Promise<AccountNoteRow | undefined> {
  const [row] = await tx.sql<AccountNoteRow>(`${NOTE_OF_ACCOUNT} for no key update`, [
    tx.organizationId,
    accountId,
    id,
  ]);
  return row;
}

export async function updateAccountNote(tx: Tx, { id, text, updatedAt }: AccountNoteRow): Promise<void> {
  await tx.sql("update account_note set text = $3, updated_at = $4 where organization_id = $1 and id = $2", [
    tx.organizationId,
    id,
    text,
    updatedAt,
  ]);
}

export async function deleteAccountNote(tx: Tx, id: string): Promise<void> {
  await tx.sql("delete from account_note where organization_id = $1 and id = $2", [tx.organizationId, id]);
}

/** Deletes the notes of a person, and removes mentions of them and these texts from the notes of others. The longest text comes first. */
export async function eraseFromNotes(tx: Tx, personId: string, texts: readonly string[]): Promise<void> {
  await tx.sql("delete from account_note where organization_id = $1 and author_type = 'person' and author_id = $2", [
    tx.organizationId,
    personId,
  ]);
  await tx.sql(
    `update account_note set text = without_texts(text, $2, '{}')
     where organization_id = $1 and without_texts(text, $2, '{}') <> text`,
    [tx.organizationId, [`@${personId}`, ...texts]],
  );
}

export interface PersonName {
  id: string;
  name: string;
}

/** The names of these members. People who are no longer members are left out. */
export function findPersonNames(tx: Tx, ids: readonly string[]): Promise<PersonName[]> {
  if (ids.length === 0) return Promise.resolve([]);
  const text = "select id, name from member_name where organization_id = $1 and id = any($2) order by name, id";
  return tx.sql<PersonName>(text, [tx.organizationId, ids]);
}

export const PERSON_NAME_FIELDS: ListFields = {
  id: { type: "text", sql: "member_name.id" },
  name: { type: "text", sql: "member_name.name" },
};

export function listPersonNames(tx: Tx, query: ListQuery): Promise<ListPage<PersonName>> {
  return listRows<PersonName>(
    tx,
    { table: "member_name", fields: PERSON_NAME_FIELDS, order: "member_name.name" },
    query,
  );
}
