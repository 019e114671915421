import { findMembershipsOf, type PersonMembership, turnSession } from "@counterfoil/storage";
import { DomainError } from "../errors/index.ts";
import type { IdentityPorts } from "../authentication/index.ts";
import { isRole, type Role } from "./role.ts";
import { cookiesOf, headersOf, type Visitor, type WithCookies } from "./visitor.ts";

/** A signed-in person. */
export interface Session {
  readonly id: string;
  readonly person: Person;
  /** The organization that the person selected last. */
  readonly organizationId: string | null;
}

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly twoFactorEnabled: boolean;
}

/** An organization to which a person belongs. */
export interface OwnOrganization {
  readonly organizationId: string;
  readonly name: string;
  readonly role: Role;
  readonly sandbox: boolean;
}

/** The session of a visitor's cookie; undefined if there is none or it has ended. */
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

/** The organizations of a person, in the order in which they joined. */
export async function organizationsOf({ identity }: IdentityPorts, personId: string): Promise<OwnOrganization[]> {
  return (await findMembershipsOf(identity.people, personId)).map(toOwnOrganization);
}

/**
 * The organization of a session's request: the requested one, or the one that was selected last, or the first. It is
 * read for each request, so that a removed person loses access immediately. 404 if the person does not belong to the
 * requested one.
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
    throw new DomainError(
      "insufficient_scope",
      "You do not belong to an organization. Ask an administrator to invite you.",
    );
  }
  return chosen;
}

/** Switches a session to another organization of the person. */
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
