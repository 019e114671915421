import type { Tx } from "../database/tx.ts";
import type { PeopleDatabase } from "./people-database.ts";

/** A mail to a person about themselves: it lets whoever reads it in. */
export interface LetterRow {
  id: string;
  kind: "password_reset" | "invitation";
  recipient: string;
  recipientName: string;
  organizationName: string | null;
  token: string;
  attempts: number;
  dueAt: string;
  expiresAt: string;
  createdAt: string;
}

export async function insertLetter(people: PeopleDatabase, letter: LetterRow): Promise<void> {
  await people.sql(
    `insert into letter (id, kind, recipient, recipient_name, organization_name, token, attempts, due_at, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      letter.id,
      letter.kind,
      letter.recipient,
      letter.recipientName,
      letter.organizationName,
      letter.token,
      letter.attempts,
      letter.dueAt,
      letter.expiresAt,
      letter.createdAt,
    ],
  );
}

/** The letter of an invitation, in the transaction that makes it: the platform's role writes such letters and reads none. */
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

/** Takes due letters in hand until `until`, when another may take up what was not done. */
export function claimLetters(
  people: PeopleDatabase,
  { now, until, limit }: { now: string; until: string; limit: number },
): Promise<LetterRow[]> {
  return people.sql<LetterRow>(
    `update letter set due_at = $2, attempts = attempts + 1 where id in (
       select id from letter where due_at <= $1 order by due_at limit $3 for no key update skip locked)
     returning *`,
    [now, until, limit],
  );
}

export async function postponeLetter(people: PeopleDatabase, id: string, dueAt: string): Promise<void> {
  await people.sql("update letter set due_at = $2 where id = $1", [id, dueAt]);
}

/** Removes a letter that was sent, given up, or whose token opens nothing any more. */
export async function removeLetters(people: PeopleDatabase, ids: readonly string[], expiredAt: string): Promise<void> {
  await people.sql("delete from letter where id = any($1) or expires_at <= $2", [ids, expiredAt]);
}
