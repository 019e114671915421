import {
  authenticateApiKey,
  authenticateConnection,
  chooseOwnOrganization,
  DomainError,
  findSession,
  isAccessToken,
  isRole,
  type KeyScope,
  presumeApiKey,
  ROLE_SCOPES,
} from "@counterfoil/service";
import type { FastifyRequest } from "fastify";
import type { Ports } from "./ports.ts";
import type { Caller, Route } from "./route.ts";
import { refuseOtherSites } from "./same-origin.ts";
import { identityPorts, visitorOf } from "./visitor-of.ts";

/** For callers without an organization: row-level security refuses them all rows of organizations. */
export const NO_ORGANIZATION = "";

/** The header with which a session acts for another organization than its current one. */
const ORGANIZATION_HEADER = "counterfoil-organization";

/** How a caller is identified. */
export interface Identifying {
  /** Whether a tool of `/mcp` sends the request, which has checked an access token. */
  readonly isTool: boolean;
  /** Whether the work may begin before the key is confirmed (`Caller.confirmed`). */
  readonly mayPresume?: boolean;
}

/**
 * Identifies the caller: by the key in the Authorization header, by a session cookie, or on a public route by the token
 * in the address. `access.ts` shows the same as a table.
 */
export function authenticate(
  ports: Ports,
  route: Pick<Route, "scope" | "admit" | "path">,
  request: FastifyRequest,
  how: Identifying,
): Promise<Caller> {
  const { authorization, cookie } = request.headers;
  if (route.scope === null) {
    if (route.admit === undefined) throw new Error(`${route.path} is public and has no admission check`);
    return route.admit(ports, request.params);
  }
  if (route.scope === "session") return callerOfSession(ports, request, null);
  if (authorization === undefined && cookie !== undefined && ports.identity !== undefined) {
    return callerOfSession(ports, request, route.scope);
  }
  return callerOfKey(ports, request, route.scope, how);
}

/** The organization and scopes of a key, whatever they are. */
async function callerOfAnyKey(ports: Ports, header: string | undefined, mayPresume = false): Promise<Caller> {
  const token = /^Bearer +(\S+)$/i.exec(header ?? "")?.[1];
  if (token === undefined) {
    throw new DomainError("unauthorized", "Send the API key as the header Authorization: Bearer <ACCESS_TOKEN>.");
  }
  if (isAccessToken(token)) {
    throw new DomainError("unauthorized", "Access tokens are only for /mcp. Send an API key.");
  }
  const presumed = mayPresume ? presumeApiKey(ports, token) : undefined;
  const key = presumed?.key ?? (await authenticateApiKey(ports, token));
  const caller = {
    organizationId: key.organizationId,
    actor: { type: "api_key", id: key.id },
    scopes: key.scopes,
  } as const;
  return presumed === undefined ? caller : { ...caller, confirmed: presumed.confirmed };
}

/**
 * The owner of a key, or of the access token of a connection, for `/mcp`.
 * @param resource the address for which the token must be. Undefined if that was checked
 */
export async function callerOfMcp(
  ports: Ports,
  header: string | undefined,
  resource: string | undefined,
): Promise<Caller> {
  const token = /^Bearer +(\S+)$/i.exec(header ?? "")?.[1] ?? "";
  if (!isAccessToken(token)) return callerOfAnyKey(ports, header);
  const found = await authenticateConnection(ports, token);
  if (resource !== undefined && found.resource !== resource) {
    throw new DomainError("unauthorized", `The access token is for ${found.resource}, not for ${resource}.`);
  }
  const { organizationId, personId, connectionId, clientName, role } = found;
  const allowed: readonly string[] = isRole(role) ? ROLE_SCOPES[role] : [];
  return {
    organizationId,
    actor: { type: "person", id: personId },
    connection: { id: connectionId, clientName },
    scopes: found.scopes.filter((scope) => allowed.includes(scope)),
  };
}

/** The organization of the key. Refuses a key without the scope (R-KEY-1, R-API-4). */
async function callerOfKey(
  ports: Ports,
  request: FastifyRequest,
  scope: KeyScope,
  { isTool, mayPresume }: Identifying,
): Promise<Caller> {
  const { authorization } = request.headers;
  const caller = isTool
    ? await callerOfMcp(ports, authorization, undefined)
    : await callerOfAnyKey(ports, authorization, mayPresume);
  const { scopes = [] } = caller;
  if (!scopes.includes(scope)) await caller.confirmed;
  request.requester = requesterOf(caller);
  if (scopes.includes(scope)) return caller;
  throw new DomainError(
    "insufficient_scope",
    `The ${caller.connection === undefined ? "API key" : "connection"} has the scopes ${scopes.join(", ")}, but this operation needs ${scope}.`,
  );
}

/** Who sent a request: of a connection, the program, not its person. */
function requesterOf({ organizationId, actor, connection }: Caller): FastifyRequest["requester"] {
  return { organizationId, actor: connection === undefined ? actor : { type: "oauth_connection", id: connection.id } };
}

/**
 * The signed-in person, acting for one of their organizations with the scopes of their role (R-USER-1).
 * @param scope null if the request is about the person, not about an organization
 */
async function callerOfSession(ports: Ports, request: FastifyRequest, scope: KeyScope | null): Promise<Caller> {
  const signInPorts = ports.identity === undefined ? undefined : identityPorts(ports);
  const found = signInPorts && (await findSession(signInPorts, visitorOf(request, signInPorts.identity)));
  if (signInPorts === undefined || found === undefined) {
    throw new DomainError("unauthorized", "The session cookie is missing or the session has ended. Sign in again.");
  }
  refuseOtherSites(request, signInPorts.identity.publicUrl);
  const { session, cookies } = found;
  const actor = { type: "person", id: session.person.id } as const;
  if (scope === null) return { organizationId: NO_ORGANIZATION, actor, session, cookies };
  const wanted = request.headers[ORGANIZATION_HEADER];
  const own = await chooseOwnOrganization(signInPorts, session, typeof wanted === "string" ? wanted : undefined);
  const { organizationId } = own;
  request.requester = { organizationId, actor };
  if (!ROLE_SCOPES[own.role].includes(scope)) {
    const detail =
      `Your role in ${own.name} is ${own.role}, which lacks the scope ${scope}. ` +
      "Ask an administrator for another role.";
    throw new DomainError("insufficient_scope", detail);
  }
  return { organizationId, actor, session, cookies, scopes: ROLE_SCOPES[own.role] };
}
