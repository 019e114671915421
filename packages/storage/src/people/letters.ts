import type { Tx } from "../database/tx.ts";
import { listOf } from "../database/list-of.ts";
import type { PeopleDatabase } from "./people-database.ts";

/** A mail to a person about their own sign-in. Its link gives access to anyone who reads it. */
export interface LetterRow {
  id: string;
  kind: "password_reset" | "invitation";
  recipient: string;
  recipientName: string;
  organizationName: string | null;
  token: string;
  attempts: number;
  nextAttemptAt: string;
  lockedUntil: string | null;
  expiresAt: string;
  createdAt: string;
}

export async function insertLetter(people: PeopleDatabase, letter: Omit<LetterRow, "lockedUntil">): Promise<void> {
  await people.sql(
    `insert into letter (id, kind, recipient, recipient_name, organization_name, token, attempts, next_attempt_at, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      letter.id,
      letter.kind,
      letter.recipient,
      letter.recipientName,
      letter.organizationName,
      letter.token,
      letter.attempts,
      letter.nextAttemptAt,
      letter.expiresAt,
      letter.createdAt,
    ],
  );
}

/**
 * Inserts the letter of an invitation in the transaction that creates the invitation. The platform's role may write
 * such letters but not read them.
 */
export async function insertInvitationLetter(
  tx: Tx,
  letter: Pick<LetterRow, "id" | "token" | "expiresAt" | "createdAt"> & { email: string; organizationName: string },
): Promise<void> {
  const { id, email, organizationName, token, createdAt, expiresAt } = letter;
  await tx.sql("select identity.write_invitation_letter($1, $2, $3, $4, $5, $6)", [
    id,
    email,
    organizationName,
    token,
    createdAt,
    expiresAt,
  ]);
}

/** Deletes letters that were sent or given up, and those whose token has expired. */
export async function removeLetters(people: PeopleDatabase, ids: readonly string[], expiredAt: string): Promise<void> {
  await people.sql(
    `delete from letter where id = any(${listOf(1)}) or expires_at <= $2`,
    [ids, expiredAt],
    "remove-letters",
  );
}
