import {
  deleteMembership,
  deleteSavedViewsOf,
  eraseFromAnswers,
  eraseFromAudit,
  eraseFromNotes,
  eraseFromNotifications,
  eraseFromRequestLog,
  eraseInvitations,
  findMember,
  findOrganizationsThatKnow,
  findPersonByEmail,
  lockOwners,
  removeMailsTo,
  removeMemberRows,
  removePersonRows,
  type Tx,
} from "@counterfoil/storage";
import { revokeKeysOf } from "../api-keys/index.ts";
import { revokeConnectionsOf } from "../oauth/index.ts";
import type { Actor, Context } from "../context.ts";
import { DomainError } from "../errors/index.ts";
import { getPerson, refuseOwnerByOthers } from "../people/index.ts";
import type { IdentityPorts } from "../authentication/index.ts";
import { audit } from "../record.ts";
import { findMembershipsOf } from "@counterfoil/storage";
import { textErasure } from "./erased-texts.ts";
import type { KeptRecord } from "./kept-record.ts";

/** What was erased of the data of a person who signed in. */
export interface ErasedPerson {
  personId: string;
  erasedAt: string;
  /** In all organizations. */
  auditEntries: number;
  kept: KeptRecord[];
}

/** Who asks for an erasure: an owner of an organization, or the server's operator, who belongs to none. */
interface Request {
  readonly actor: Actor;
  readonly requestId: string | null;
  readonly organizationId?: string;
}

interface Known {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/**
 * Erases a member of the context's organization, on request of one of its owners. Refuses a person who also belongs to
 * other organizations.
 */
export async function eraseMember(context: Context, ports: IdentityPorts, personId: string): Promise<ErasedPerson> {
  const member = await getPerson(context, personId);
  await context.database.transaction(context.organizationId, (tx) => refuseOwnerByOthers({ ...context, tx }));
  const memberships = await findMembershipsOf(ports.identity.people, personId);
  if (memberships.some(({ organizationId }) => organizationId !== context.organizationId)) {
    throw new DomainError(
      "state_conflict",
      "The person also belongs to other organizations. " +
        "Remove them from this one, or ask the operator to erase them everywhere.",
    );
  }
  return erase(ports, member, context);
}

/** Erases any person, on request of the server's operator. Undefined if no person has this email address. */
export async function erasePerson(ports: IdentityPorts, email: string): Promise<ErasedPerson | undefined> {
  const found = await findPersonByEmail(ports.identity.people, email.trim().toLowerCase());
  if (found === undefined) return undefined;
  return erase(ports, found, { actor: { type: "command", id: "person erase" }, requestId: null });
}

/**
 * Removes a person who signs in, and erases their name and email address in everything written about them (GDPR,
 * article 17). Their ID stays in the audit log, so that the log still shows what one person did, but the ID identifies
 * no one. Works organization by organization. The person can be found until the last transaction, which removes
 * the sign-in, so an interrupted erasure can be repeated.
 */
async function erase(
  ports: IdentityPorts,
  person: Known,
  { actor, requestId, organizationId: own }: Request,
): Promise<ErasedPerson> {
  const { database, clock, ids, identity } = ports;
  const known = await findOrganizationsThatKnow(identity.people, person.id, person.email);
  const organizationIds = [...known.filter((id) => id !== own), ...known.filter((id) => id === own)];
  for (const organizationId of organizationIds) {
    await database.transaction(organizationId, (tx) => refuseLastOwner(tx, person.id));
  }
  const erasedAt = clock.now();
  let auditEntries = 0;
  for (const organizationId of organizationIds) {
    auditEntries += await database.transaction(organizationId, async (tx) => {
      await refuseLastOwner(tx, person.id);
      if (organizationId !== own && (await findMember(tx, person.id)) !== undefined)
        await deleteMembership(tx, person.id);
      await revokeKeysOf({ tx, clock, ids, actor, requestId }, person.id, []);
      await revokeConnectionsOf({ tx, clock, ids, actor, requestId }, person.id, []);
      const invitations = await eraseInvitations(tx, person.email, erasedAt);
      await deleteSavedViewsOf(tx, person.id);
      const erasure = textErasure([person.name, person.email], [person.id, ...invitations]);
      await eraseFromNotes(tx, person.id, erasure.texts);
      await removeMailsTo(tx, person.email);
      await eraseFromNotifications(tx, erasure);
      await eraseFromAnswers(tx, [person.id, ...erasure.uniqueTexts]);
      await eraseFromRequestLog(tx, [person.id, ...erasure.uniqueTexts]);
      const erasedEntries = await eraseFromAudit(tx, erasure);
      await audit(
        { tx, clock, ids, actor, requestId },
        { action: "person.erased", objectId: person.id, after: { erasedEntries } },
      );
      if (organizationId === own) await removeMemberRows(tx, person.id, person.email);
      return Object.keys(erasedEntries).length;
    });
  }
  if (own === undefined) await removePersonRows(identity.people, person.id, person.email);
  const why = "The audit log must show who did what. The ID no longer leads to a person.";
  return { personId: person.id, erasedAt, auditEntries, kept: [{ what: "audit log, by id", count: null, why }] };
}

async function refuseLastOwner(tx: Tx, personId: string): Promise<void> {
  const owners = await lockOwners(tx);
  if (!owners.includes(personId) || owners.length > 1) return;
  throw new DomainError("state_conflict", "The last owner cannot be erased. Make another person an owner first.");
}
