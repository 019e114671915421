import type { Tx } from "../database/tx.ts";
import { listOf } from "../database/list-of.ts";
import type { PeopleDatabase } from "./people-database.ts";

export type NoticeKind =
  "new_sign_in" | "password_changed" | "second_factor_removed" | "api_key_created" | "note_mention";

/** A mail that informs a person about a change to their sign-in. */
export interface NoticeRow {
  id: string;
  kind: NoticeKind;
  recipient: string;
  recipientName: string;
  facts: Readonly<Record<string, string>>;
  attempts: number;
  nextAttemptAt: string;
  lockedUntil: string | null;
  expiresAt: string;
  createdAt: string;
}

/** Queues a notice to a person. Does nothing if the person no longer exists. */
export async function insertNotice(
  people: PeopleDatabase,
  personId: string,
  {
    id,
    kind,
    facts,
    nextAttemptAt,
    expiresAt,
  }: Pick<NoticeRow, "id" | "kind" | "facts" | "nextAttemptAt" | "expiresAt">,
): Promise<void> {
  await people.sql(
    `insert into notice (id, kind, recipient, recipient_name, facts, attempts, next_attempt_at, expires_at, created_at)
     select $1, $2, email, name, $3, 0, $4, $5, $4 from person where id = $6`,
    [id, kind, JSON.stringify(facts), nextAttemptAt, expiresAt, personId],
  );
}

/**
 * Informs a member about a new API key, in the transaction that creates it. Does nothing if they are no longer a
 * member.
 */
export async function insertKeyNotice(
  tx: Tx,
  personId: string,
  { id, facts, nextAttemptAt, expiresAt }: Pick<NoticeRow, "id" | "facts" | "nextAttemptAt" | "expiresAt">,
): Promise<void> {
  await tx.sql("select identity.tell_member_of_key($1, $2, $3, $4, $5)", [
    id,
    personId,
    JSON.stringify(facts),
    nextAttemptAt,
    expiresAt,
  ]);
}

/** Informs a member about a mention in a note, in the transaction that writes the note. */
export async function insertMentionNotice(
  tx: Tx,
  personId: string,
  { id, facts, nextAttemptAt, expiresAt }: Pick<NoticeRow, "id" | "facts" | "nextAttemptAt" | "expiresAt">,
): Promise<void> {
  await tx.sql("select identity.tell_member_of_mention($1, $2, $3, $4, $5)", [
    id,
    personId,
    JSON.stringify(facts),
    nextAttemptAt,
    expiresAt,
  ]);
}

/** Deletes mails about mentions in notes on an account, if they are not sent yet: they name the account. */
export async function removeMentionsOn(tx: Tx, accountId: string): Promise<void> {
  await tx.sql("select identity.forget_mentions_on($1)", [accountId]);
}

/** Deletes notices that were sent or given up, and those that are too old to be useful. */
export async function removeNotices(people: PeopleDatabase, ids: readonly string[], expiredAt: string): Promise<void> {
  await people.sql(
    `delete from notice where id = any(${listOf(1)}) or expires_at <= $2`,
    [ids, expiredAt],
    "remove-notices",
  );
}
