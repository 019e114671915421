import {
  authenticateApiKey,
  chooseOwnOrganization,
  DomainError,
  findSession,
  type KeyScope,
  ROLE_SCOPES,
} from "@counterfoil/service";
import type { FastifyRequest } from "fastify";
import type { Ports } from "./ports.ts";
import type { Caller, Route } from "./route.ts";
import { refuseOtherSites } from "./same-origin.ts";
import { identityPorts, visitorOf } from "./visitor-of.ts";

/** Who reaches no organization's rows: the database refuses every statement that it would take. */
export const NO_ORGANIZATION = "";

/** The header by which a session acts for another organization than the one that it turned to last. */
const ORGANIZATION_HEADER = "counterfoil-organization";

/**
 * Finds who calls: by the key in the header Authorization, by a session's cookie, or on a public route by the token in the
 * address. `access.ts` tells the same as a table.
 */
export function authenticate(
  ports: Ports,
  route: Pick<Route, "scope" | "admit" | "path">,
  request: FastifyRequest,
): Promise<Caller> {
  const { authorization, cookie } = request.headers;
  if (route.scope === null) {
    if (route.admit === undefined) throw new Error(`${route.path} is public and admits nobody`);
    return route.admit(ports, request.params);
  }
  if (route.scope === "session") return callerOfSession(ports, request, null);
  if (authorization === undefined && cookie !== undefined && ports.identity !== undefined) {
    return callerOfSession(ports, request, route.scope);
  }
  return callerOfKey(ports, authorization, route.scope);
}

/** The owner of the key; refuses one that lacks the scope (R-KEY-1, R-API-4). */
async function callerOfKey(ports: Ports, header: string | undefined, scope: KeyScope): Promise<Caller> {
  const token = /^Bearer +(\S+)$/i.exec(header ?? "")?.[1];
  if (token === undefined) {
    throw new DomainError("unauthorized", "Send the API key as the header Authorization: Bearer <ACCESS_TOKEN>.");
  }
  const key = await authenticateApiKey(ports, token);
  if (!key.scopes.includes(scope)) {
    throw new DomainError(
      "insufficient_scope",
      `The key has the scopes ${key.scopes.join(", ")}; this needs ${scope}.`,
    );
  }
  return { organizationId: key.organizationId, actor: { type: "api_key", id: key.id } };
}

/**
 * The person who is signed in, acting for one of their organizations with what their role in it allows (R-USER-1).
 * @param scope null where the request is about the person and no organization
 */
async function callerOfSession(ports: Ports, request: FastifyRequest, scope: KeyScope | null): Promise<Caller> {
  const signInPorts = ports.identity === undefined ? undefined : identityPorts(ports);
  const found = signInPorts && (await findSession(signInPorts, visitorOf(request, signInPorts.identity)));
  if (signInPorts === undefined || found === undefined) {
    throw new DomainError(
      "unauthorized",
      "Nobody is signed in: the session's cookie is missing, or its session ended.",
    );
  }
  refuseOtherSites(request, signInPorts.identity.publicUrl);
  const { session, cookies } = found;
  const actor = { type: "person", id: session.person.id } as const;
  if (scope === null) return { organizationId: NO_ORGANIZATION, actor, session, cookies };
  const wanted = request.headers[ORGANIZATION_HEADER];
  const own = await chooseOwnOrganization(signInPorts, session, typeof wanted === "string" ? wanted : undefined);
  if (!ROLE_SCOPES[own.role].includes(scope)) {
    const detail = `Your role in ${own.name} is ${own.role}; this needs the scope ${scope}.`;
    throw new DomainError("insufficient_scope", detail);
  }
  return { organizationId: own.organizationId, actor, session, cookies };
}
