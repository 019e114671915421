import type { Tx } from "../database/tx.ts";
import type { PeopleDatabase } from "./people-database.ts";

export type NoticeKind = "new_sign_in" | "password_changed" | "second_factor_removed" | "api_key_created";

/** A mail that tells a person what was done with their sign-in. */
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

/** Lines up a notice to a person; nothing where there is none any more. */
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

/** Tells a member of a new API key, in the transaction that makes it; nothing where they are none any more. */
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

/** Removes notices that were sent or given up, and those that are too old to tell anything new. */
export async function removeNotices(people: PeopleDatabase, ids: readonly string[], expiredAt: string): Promise<void> {
  await people.sql("delete from notice where id = any($1) or expires_at <= $2", [ids, expiredAt]);
}
