import {
  type AccountNoteRow,
  deleteAccountNote,
  findAccount,
  findAccountNote,
  findPersonNames,
  getOrganization,
  insertAccountNote,
  listAccountNotes,
  listPersonNames,
  type ListPage,
  type ListQuery,
  lockAccountNote,
  type PersonName,
  type Tx,
  updateAccountNote,
} from "@counterfoil/storage";
import { type Context, read, transact, type Work } from "../context.ts";
import { DomainError, notFound, refuseFaults } from "../errors/index.ts";
import { writeMentionNotice } from "../letters/index.ts";
import { requireUnchanged } from "../precondition.ts";
import { audit, notify } from "../record.ts";
import { mentionsIn } from "./mentions.ts";

/** A note as the API returns it. */
export interface Note {
  id: string;
  accountId: string;
  text: string;
  author: { type: string; id: string; name: string | null };
  /** The mentioned people who are still members. */
  mentions: PersonName[];
  createdAt: string;
  updatedAt: string;
}

export function listNotes(context: Context, idOrAlias: string, query: ListQuery): Promise<ListPage<Note>> {
  return read(context, async (tx) => {
    const page = await listAccountNotes(tx, (await accountOf(tx, idOrAlias)).id, query);
    return { rows: await toNotes(tx, page.rows), total: page.total };
  });
}

export function getNote(context: Context, idOrAlias: string, noteId: string): Promise<Note> {
  return read(context, async (tx) => {
    const note = await findAccountNote(tx, (await accountOf(tx, idOrAlias)).id, noteId);
    if (note === undefined) throw notFound("note", noteId);
    return toNote(tx, note);
  });
}

/** The names of the organization's people, for mentions. */
export function listNames(context: Context, query: ListQuery): Promise<ListPage<PersonName>> {
  return read(context, (tx) => listPersonNames(tx, query));
}

/** Adds a note to an account, and notifies the people whom it mentions. */
export function createNote(context: Context, idOrAlias: string, text: string): Promise<Note> {
  return transact(context, async (work) => {
    const { tx, clock, ids, actor } = work;
    const account = await accountOf(tx, idOrAlias);
    const mentioned = await mentionedPeople(tx, text);
    const now = clock.now();
    const row: AccountNoteRow = {
      id: ids.next("note"),
      accountId: account.id,
      text,
      authorType: actor.type,
      authorId: actor.id,
      createdAt: now,
      updatedAt: now,
    };
    await insertAccountNote(tx, row);
    const note = await toNote(tx, row);
    await audit(work, { action: "note.created", objectId: row.id, after: auditedOf(row) });
    await tellMentioned(work, note, { account, people: mentioned });
    return note;
  });
}

/** Changes the caller's own note, and notifies people whom it did not mention before. */
export function updateNote(context: Context, idOrAlias: string, noteId: string, text: string): Promise<Note> {
  return transact(context, async (work) => {
    const account = await accountOf(work.tx, idOrAlias);
    const before = await lockOwnNote(work, account.id, noteId);
    await requireUnchanged(work, () => toNote(work.tx, before));
    const mentioned = await mentionedPeople(work.tx, text, mentionsIn(before.text));
    const row = { ...before, text, updatedAt: work.clock.now() };
    await updateAccountNote(work.tx, row);
    const note = await toNote(work.tx, row);
    await audit(work, { action: "note.updated", objectId: row.id, before: auditedOf(before), after: auditedOf(row) });
    await tellMentioned(work, note, { account, people: mentioned });
    return note;
  });
}

/** Deletes the caller's own note. */
export function deleteNote(context: Context, idOrAlias: string, noteId: string): Promise<void> {
  return transact(context, async (work) => {
    const account = await accountOf(work.tx, idOrAlias);
    const before = await lockOwnNote(work, account.id, noteId);
    await requireUnchanged(work, () => toNote(work.tx, before));
    await deleteAccountNote(work.tx, before.id);
    await audit(work, { action: "note.deleted", objectId: before.id, before: auditedOf(before) });
  });
}

async function accountOf(tx: Tx, idOrAlias: string): Promise<{ id: string; name: string }> {
  const account = await findAccount(tx, idOrAlias);
  if (account === undefined) throw notFound("account", idOrAlias);
  return account;
}

async function lockOwnNote({ tx, actor }: Work, accountId: string, noteId: string): Promise<AccountNoteRow> {
  const note = await lockAccountNote(tx, accountId, noteId);
  if (note === undefined) throw notFound("note", noteId);
  if (note.authorType !== actor.type || note.authorId !== actor.id) {
    throw new DomainError(
      "state_conflict",
      `The note ${noteId} has another author. Only its author can change or delete it.`,
    );
  }
  return note;
}

/** The audit log does not contain the text, so that an erasure of the account removes all of it. */
function auditedOf({ accountId, text }: AccountNoteRow): object {
  return { accountId, mentions: mentionsIn(text), characters: text.length };
}

/**
 * The newly mentioned members. Refuses a new mention of anyone else.
 * @param known the mentions before the change, which stay valid after a member leaves
 */
async function mentionedPeople(tx: Tx, text: string, known: readonly string[] = []): Promise<PersonName[]> {
  const ids = mentionsIn(text).filter((id) => !known.includes(id));
  const people = await findPersonNames(tx, ids);
  const unknown = ids.filter((id) => !people.some((person) => person.id === id));
  refuseFaults(
    unknown.map((id) => ({
      pointer: "/text",
      code: "unknown_person",
      detail: `${id} is not a person of this organization. Mention a person by @ and their ID.`,
    })),
  );
  return people;
}

interface Mentioned {
  readonly account: { readonly id: string; readonly name: string };
  readonly people: readonly PersonName[];
}

/** One notification for the note, without its text and without names, and an email to each person except its author. */
async function tellMentioned(work: Work, note: Note, { account, people }: Mentioned): Promise<void> {
  if (people.length === 0) return;
  const { id, accountId, createdAt, updatedAt } = note;
  const { type: authorType, id: authorId } = note.author;
  const mentioned = people.map((person) => person.id);
  await notify(work, "account.note.mentioned", account.id, {
    id,
    accountId,
    authorType,
    authorId,
    mentioned,
    createdAt,
    updatedAt,
  });
  if (work.identity === undefined) return;
  const { name } = await getOrganization(work.tx);
  const facts = {
    organization: name,
    accountId: account.id,
    account: account.name,
    actorId: work.actor.id,
    actor: note.author.name ?? "An API key",
  };
  for (const person of people) {
    if (person.id !== work.actor.id) await writeMentionNotice(work, person.id, facts);
  }
}

async function toNote(tx: Tx, row: AccountNoteRow): Promise<Note> {
  const [note] = await toNotes(tx, [row]);
  if (note === undefined) throw new Error("a note was lost");
  return note;
}

async function toNotes(tx: Tx, rows: readonly AccountNoteRow[]): Promise<Note[]> {
  const names = await findPersonNames(tx, [
    ...new Set(rows.flatMap(({ text, authorId }) => [...mentionsIn(text), authorId])),
  ]);
  return rows.map(({ authorType, authorId, ...row }) => {
    const mentioned = new Set(mentionsIn(row.text));
    const author = { type: authorType, id: authorId, name: names.find(({ id }) => id === authorId)?.name ?? null };
    return { ...row, author, mentions: names.filter(({ id }) => mentioned.has(id)) };
  });
}
