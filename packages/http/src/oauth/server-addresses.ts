import { OAUTH_SCOPES } from "@counterfoil/service";
import type { FastifyRequest } from "fastify";
import type { Ports } from "../ports.ts";
import { publicAddress } from "../public-address.ts";

/** Where programs find this server. */
export interface ServerAddresses {
  /** The authorization server. */
  readonly issuer: string;
  /** The MCP server, for which tokens are valid. */
  readonly resource: string;
  /** The metadata that lead from the MCP server to the authorization server. */
  readonly resourceMetadata: string;
}

export function serverAddresses(ports: Ports, request: FastifyRequest): ServerAddresses {
  const issuer = publicAddress(ports, request).replace(/\/$/, "");
  return {
    issuer,
    resource: `${issuer}/mcp`,
    resourceMetadata: `${issuer}/.well-known/oauth-protected-resource/mcp`,
  };
}

/** Whether programs can connect with OAuth: it needs people who sign in, and a key for signatures. */
export function offersOauth({ identity, secrets }: Pick<Ports, "identity" | "secrets">): boolean {
  return identity !== undefined && secrets.canSeal;
}

/** RFC 9728. */
export function resourceMetadata({ issuer, resource }: ServerAddresses) {
  return {
    resource,
    authorization_servers: [issuer],
    scopes_supported: OAUTH_SCOPES,
    bearer_methods_supported: ["header"],
    resource_name: "Counterfoil",
    resource_documentation: `${issuer}/docs/mcp`,
  };
}

/** RFC 8414. */
export function authorizationServerMetadata({ issuer }: ServerAddresses) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/register`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    scopes_supported: OAUTH_SCOPES,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${issuer}/docs/mcp`,
  };
}
