import type { Tx } from "../database/tx.ts";
import type { PeopleDatabase } from "../people/people-database.ts";

/** Every organization that stores something about a person. */
export async function findOrganizationsThatKnow(
  people: PeopleDatabase,
  personId: string,
  email: string,
): Promise<string[]> {
  const rows = await people.sql<{ organizationId: string }>("select * from organizations_that_know($1, $2)", [
    personId,
    email,
  ]);
  return rows.map(({ organizationId }) => organizationId);
}

/** Removes the address from invitations and revokes open ones. Returns their IDs. */
export async function eraseInvitations(tx: Tx, email: string, now: string): Promise<string[]> {
  const rows = await tx.sql<{ id: string }>(
    `update invitation set email = 'erased-' || id, updated_at = $3,
       revoked_at = case when accepted_at is null then coalesce(revoked_at, $3) else revoked_at end
     where organization_id = $1 and email = $2 returning id`,
    [tx.organizationId, email, now],
  );
  return rows.map(({ id }) => id);
}

/** Deletes the mails about the organization itself that went to a person. */
export async function removeMailsTo(tx: Tx, email: string): Promise<void> {
  await tx.sql("delete from mail where organization_id = $1 and account_id is null and lower(recipient) = $2", [
    tx.organizationId,
    email,
  ]);
}

/**
 * Deletes a person with all their sign-in data. Their ID stays where it was written but no longer identifies anyone.
 */
export async function removePersonRows(people: PeopleDatabase, personId: string, email: string): Promise<void> {
  await people.sql("select identity.remove_person($1, $2)", [personId, email]);
}

/** The same for a member of the transaction's organization, with the membership. Fails if they belong to another one. */
export async function removeMemberRows(tx: Tx, personId: string, email: string): Promise<void> {
  await tx.sql("select identity.remove_member($1, $2)", [personId, email]);
}

export async function findPersonByEmail(
  people: PeopleDatabase,
  email: string,
): Promise<{ id: string; name: string; email: string } | undefined> {
  const [row] = await people.sql<{ id: string; name: string; email: string }>(
    "select id, name, email from person where email = $1",
    [email],
  );
  return row;
}
