import {
  deleteMembership,
  eraseFromAnswers,
  eraseFromAudit,
  eraseFromNotifications,
  eraseInvitations,
  findMember,
  findOrganizationsThatKnow,
  findPersonByEmail,
  lockOwners,
  removeMailsTo,
  removePersonRows,
  type Tx,
} from "@counterfoil/storage";
import { revokeKeysOf } from "../api-keys/index.ts";
import type { Actor, Context } from "../context.ts";
import { DomainError } from "../errors/index.ts";
import { getPerson, refuseOwnerByOthers } from "../people/index.ts";
import type { IdentityPorts } from "../authentication/index.ts";
import { audit } from "../record.ts";
import { findMembershipsOf } from "@counterfoil/storage";
import { textErasure } from "./erased-texts.ts";
import type { KeptRecord } from "./kept-record.ts";

/** What became of the data of somebody who signed in. */
export interface ErasedPerson {
  personId: string;
  erasedAt: string;
  /** Of all organizations. */
  auditEntries: number;
  kept: KeptRecord[];
}

interface Known {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** The same for a member of the context's organization, by one of its owners. Who belongs to others too is theirs as well. */
export async function eraseMember(context: Context, ports: IdentityPorts, personId: string): Promise<ErasedPerson> {
  const member = await getPerson(context, personId);
  await context.database.transaction(context.organizationId, (tx) => refuseOwnerByOthers({ ...context, tx }));
  const memberships = await findMembershipsOf(ports.identity.people, personId);
  if (memberships.some(({ organizationId }) => organizationId !== context.organizationId)) {
    throw new DomainError(
      "state_conflict",
      "The person belongs to other organizations too. Remove them from this one; who operates the server erases them everywhere.",
    );
  }
  return erase(ports, member, context.actor, context.requestId);
}

/** The same for anybody, by who operates the server. Undefined where nobody signs in with the address. */
export async function erasePerson(ports: IdentityPorts, email: string): Promise<ErasedPerson | undefined> {
  const found = await findPersonByEmail(ports.identity.people, email.trim().toLowerCase());
  if (found === undefined) return undefined;
  return erase(ports, found, { type: "command", id: "person erase" }, null);
}

/**
 * Removes somebody who signs in, and takes their name and address out of whatever is written about them (GDPR, article 17). Their
 * id stays in the audit log, so that it still tells what one person did, and leads to nobody. Organization by organization, and
 * the sign-in last: stopped in between, it is asked for again.
 */
async function erase(
  ports: IdentityPorts,
  person: Known,
  actor: Actor,
  requestId: string | null,
): Promise<ErasedPerson> {
  const { database, clock, ids, identity } = ports;
  const organizationIds = await findOrganizationsThatKnow(identity.people, person.id, person.email);
  for (const organizationId of organizationIds) {
    await database.transaction(organizationId, (tx) => refuseLastOwner(tx, person.id));
  }
  const erasedAt = clock.now();
  let auditEntries = 0;
  for (const organizationId of organizationIds) {
    auditEntries += await database.transaction(organizationId, async (tx) => {
      await refuseLastOwner(tx, person.id);
      if ((await findMember(tx, person.id)) !== undefined) await deleteMembership(tx, person.id);
      await revokeKeysOf({ tx, clock, ids, actor, requestId }, person.id, []);
      const invitations = await eraseInvitations(tx, person.email, erasedAt);
      await removeMailsTo(tx, person.email);
      const erasure = textErasure([person.name, person.email], [person.id, ...invitations]);
      await eraseFromNotifications(tx, erasure);
      await eraseFromAnswers(tx, erasure.uniqueTexts);
      const erasedEntries = await eraseFromAudit(tx, erasure);
      await audit(
        { tx, clock, ids, actor, requestId },
        { action: "person.erased", objectId: person.id, after: { erasedEntries } },
      );
      return Object.keys(erasedEntries).length;
    });
  }
  await removePersonRows(identity.people, person.id, person.email);
  const why = "Who did what has to be told; the id leads to nobody any more.";
  return { personId: person.id, erasedAt, auditEntries, kept: [{ what: "audit log, by id", count: null, why }] };
}

async function refuseLastOwner(tx: Tx, personId: string): Promise<void> {
  const owners = await lockOwners(tx);
  if (!owners.includes(personId) || owners.length > 1) return;
  throw new DomainError("state_conflict", "The last owner stays: make somebody else an owner first.");
}
