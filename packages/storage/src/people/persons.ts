import type { PeopleDatabase } from "./people-database.ts";

/** An organization that a person belongs to. */
export interface PersonMembership {
  organizationId: string;
  name: string;
  role: string;
  sandbox: boolean;
}

/** A new person who signs in with a password. */
export interface NewPerson {
  readonly id: string;
  readonly credentialId: string;
  /** In lower case. */
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly now: string;
}

/**
 * Creates a person together with their password in one statement: a person without a password could neither sign in nor
 * be created again. Returns false if the email address is taken.
 */
export async function insertPerson(people: PeopleDatabase, person: NewPerson): Promise<boolean> {
  const { id, credentialId, email, name, passwordHash, now } = person;
  const rows = await people.sql<{ id: string }>(
    `with made as (
       insert into person (id, name, email, email_verified, created_at, updated_at) values ($1, $3, $4, true, $6, $6)
       on conflict (email) do nothing returning id)
     insert into credential (id, person_id, provider_id, account_id, password, created_at, updated_at)
     select $2, id, 'credential', id, $5, $6, $6 from made returning id`,
    [id, credentialId, name, email, passwordHash, now],
  );
  return rows.length > 0;
}

/** The organizations of a person, in the order in which they joined. */
export function findMembershipsOf(people: PeopleDatabase, personId: string): Promise<PersonMembership[]> {
  return people.sql<PersonMembership>("select * from memberships_of($1)", [personId], "memberships-of");
}

/** Stores the organization that a session has switched to. */
export async function turnSession(people: PeopleDatabase, sessionId: string, organizationId: string): Promise<void> {
  await people.sql("update session set organization_id = $2 where id = $1", [sessionId, organizationId]);
}

export async function renamePerson(people: PeopleDatabase, personId: string, name: string, now: string): Promise<void> {
  await people.sql("update person set name = $2, updated_at = $3 where id = $1", [personId, name, now]);
}

/** Ends all sessions of a person. */
export async function endSessions(people: PeopleDatabase, personId: string): Promise<void> {
  await people.sql("delete from session where person_id = $1", [personId]);
}

/**
 * Ends what was started for a person but not finished: password resets with their letters, and sign-ins that wait for a
 * second factor.
 * @param except the ID of the one that is being finished
 */
export async function endBegun(people: PeopleDatabase, personId: string, except: string | null = null): Promise<void> {
  await people.sql(
    `with unsent as (
       delete from letter where kind = 'password_reset' and recipient = (select email from person where id = $1))
     delete from verification where value = $1 and id is distinct from $2`,
    [personId, except],
  );
}

/** Marks a verification as a password reset, so that it ends earlier ones. */
export async function markReset(people: PeopleDatabase, verificationId: string): Promise<void> {
  await people.sql("update verification set resets_password = true where id = $1", [verificationId]);
}

/** Whether the person has no later password reset. */
export async function isNewestReset(people: PeopleDatabase, verificationId: string): Promise<boolean> {
  const later = await people.sql(
    `select 1 from verification mine join verification other on other.value = mine.value
     where mine.id = $1 and other.resets_password and (other.created_at, other.id) > (mine.created_at, mine.id) limit 1`,
    [verificationId],
  );
  return later.length === 0;
}

/** Removes the second factor of a person's sign-in. */
export async function removeSecondFactor(people: PeopleDatabase, personId: string): Promise<void> {
  await people.sql(
    `with removed as (delete from second_factor where person_id = $1)
     update person set two_factor_enabled = false where id = $1`,
    [personId],
  );
}
