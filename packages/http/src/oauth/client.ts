import type { Secrets } from "@counterfoil/service";
import { printable } from "../mcp/session.ts";
import { OauthFailure } from "./oauth-failure.ts";
import { redirectFault } from "./redirect-uris.ts";

/** A program as it registered itself. Nothing of it is verified. */
export interface OauthClient {
  readonly name: string;
  readonly redirectUris: readonly string[];
}

const MOST_URIS = 10;
const PLACE = { organizationId: "", holder: "oauth", name: "oauth_client" };

/**
 * Reads a registration (RFC 7591). Every program is a public client: members that this server does not use are ignored,
 * and the response says what applies instead.
 */
export function readRegistration(body: unknown): OauthClient {
  const { redirect_uris: uris, client_name: name }: { redirect_uris?: unknown; client_name?: unknown } =
    typeof body === "object" && body !== null ? body : {};
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > MOST_URIS) {
    throw new OauthFailure("invalid_redirect_uri", `redirect_uris must be an array of 1 to ${MOST_URIS} URLs.`);
  }
  const redirectUris = uris.map((uri: unknown) => {
    const fault = typeof uri === "string" ? redirectFault(uri) : "is not a text";
    if (fault !== null) throw new OauthFailure("invalid_redirect_uri", `${JSON.stringify(uri)} ${fault}.`);
    return String(uri);
  });
  const shown = typeof name === "string" ? printable(name) : null;
  return { name: shown ?? new URL(redirectUris[0] ?? "").host, redirectUris };
}

/**
 * The client ID contains the registration and is signed. So registering writes nothing, and strangers cannot fill the
 * database.
 */
export function makeClientId(secrets: Secrets, { name, redirectUris }: OauthClient): string {
  const payload = Buffer.from(JSON.stringify([name, ...redirectUris])).toString("base64url");
  return `${payload}.${secrets.sign(payload, PLACE)}`;
}

/** The program with this client ID. Throws `invalid_client` if this server did not make the ID. */
export function readClient(secrets: Secrets, id: string | undefined): OauthClient {
  const [payload = "", signature = "", ...rest] = (id ?? "").split(".");
  if (rest.length > 0 || !secrets.isSigned(payload, signature, PLACE)) {
    throw new OauthFailure("invalid_client", "client_id is unknown. Register the client at /oauth/register.");
  }
  const [name = "", ...redirectUris] = JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as string[];
  return { name, redirectUris };
}
