import { findMembershipsOf, type PersonMembership, turnSession } from "@counterfoil/storage";
import { DomainError } from "../errors/index.ts";
import type { IdentityPorts } from "../authentication/index.ts";
import { isRole, type Role } from "./role.ts";
import { cookiesOf, headersOf, type Visitor, type WithCookies } from "./visitor.ts";

/** A person who is signed in. */
export interface Session {
  readonly id: string;
  readonly person: Person;
  /** The organization that the person last turned to. */
  readonly organizationId: string | null;
}

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly twoFactorEnabled: boolean;
}

/** An organization that a person may act for. */
export interface OwnOrganization {
  readonly organizationId: string;
  readonly name: string;
  readonly role: Role;
  readonly sandbox: boolean;
}

/** The session that a visitor's cookie names; undefined for none, and for one that ended. */
export async function findSession(
  { identity }: IdentityPorts,
  visitor: Visitor,
): Promise<WithCookies<{ session: Session }> | undefined> {
  if (visitor.cookie === undefined) return undefined;
  const { headers, response } = await identity
    .auth(visitor.isSecure)
    .api.getSession({ headers: headersOf(visitor), returnHeaders: true });
  if (response === null) return undefined;
  const { session, user } = response;
  const { id, name, email, twoFactorEnabled } = user;
  return {
    session: {
      id: session.id,
      organizationId: session.organizationId ?? null,
      person: { id, name, email, twoFactorEnabled: twoFactorEnabled === true },
    },
    cookies: cookiesOf(headers),
  };
}

/** The organizations of a person, the first that they joined first. */
export async function organizationsOf({ identity }: IdentityPorts, personId: string): Promise<OwnOrganization[]> {
  return (await findMembershipsOf(identity.people, personId)).map(toOwnOrganization);
}

/**
 * The organization that a session acts for: the one that is asked for, else the one that it turned to last, else the first. Read
 * anew for each request, so that whoever was removed is out at once. 404 for one that the person does not belong to.
 */
export async function chooseOwnOrganization(
  ports: IdentityPorts,
  { person, organizationId }: Session,
  wanted: string | undefined,
): Promise<OwnOrganization> {
  const own = await organizationsOf(ports, person.id);
  const asked = own.find((one) => one.organizationId === wanted);
  if (wanted !== undefined && asked === undefined) {
    throw new DomainError("not_found", `There is no organization ${JSON.stringify(wanted)}.`);
  }
  const chosen = asked ?? own.find((one) => one.organizationId === organizationId) ?? own[0];
  if (chosen === undefined) {
    throw new DomainError("insufficient_scope", "You belong to no organization: somebody has to invite you.");
  }
  return chosen;
}

/** Turns a session to another organization of the person's. */
export async function turnToOrganization(
  ports: IdentityPorts,
  session: Session,
  organizationId: string,
): Promise<OwnOrganization> {
  const chosen = await chooseOwnOrganization(ports, session, organizationId);
  await turnSession(ports.identity.people, session.id, organizationId);
  return chosen;
}

function toOwnOrganization({ organizationId, name, role, sandbox }: PersonMembership): OwnOrganization {
  if (!isRole(role)) throw new Error(`${role} is no role`);
  return { organizationId, name, role, sandbox };
}
