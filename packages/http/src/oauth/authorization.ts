import {
  type AuthorizationRequest,
  invalid,
  isOauthScope,
  OAUTH_SCOPES,
  type OauthScope,
  type Secrets,
} from "@counterfoil/service";
import { readClient } from "./client.ts";
import { OauthFailure } from "./oauth-failure.ts";
import { isRegistered } from "./redirect-uris.ts";
import type { ServerAddresses } from "./server-addresses.ts";

/** A request of a program for access, validated. */
export interface Authorization extends AuthorizationRequest {
  readonly state: string | null;
}

type Parameters = Readonly<Record<string, string | undefined>>;

const PLACE = { organizationId: "", holder: "oauth", name: "oauth_request" };
/** Time to sign in and to decide. */
const OPEN_MILLISECONDS = 30 * 60_000;
const LONGEST_STATE_CHARACTERS = 4_096;

/**
 * The client and the address of its response. Until they are known to be valid, an error must not be sent to that
 * address, but shown to the person.
 */
export function readRedirect(secrets: Secrets, { client_id: clientId, redirect_uri: asked }: Parameters) {
  const { name, redirectUris } = readClient(secrets, clientId);
  const redirectUri = asked ?? (redirectUris.length === 1 ? redirectUris[0] : undefined);
  if (redirectUri === undefined || !isRegistered(redirectUris, redirectUri)) {
    throw new OauthFailure("invalid_request", "redirect_uri is not one of the addresses that the client registered.");
  }
  return { clientId: clientId ?? "", clientName: name, redirectUri };
}

/** Validates the rest of a request. */
export function readAuthorization(
  redirect: ReturnType<typeof readRedirect>,
  parameters: Parameters,
  { resource }: ServerAddresses,
): Authorization {
  const { state = null, code_challenge: codeChallenge = "", scope } = parameters;
  if (parameters["response_type"] !== "code") {
    throw new OauthFailure("unsupported_response_type", "response_type must be code.");
  }
  if (parameters["code_challenge_method"] !== "S256" || !/^[\w-]{43}$/.test(codeChallenge)) {
    const detail = "PKCE is required: send code_challenge with code_challenge_method S256.";
    throw new OauthFailure("invalid_request", detail);
  }
  if ((state ?? "").length > LONGEST_STATE_CHARACTERS) {
    throw new OauthFailure("invalid_request", `state can have at most ${LONGEST_STATE_CHARACTERS} characters.`);
  }
  refuseOtherResource(parameters["resource"], resource);
  return { ...redirect, codeChallenge, state, resource, scopes: readScopes(scope) };
}

/** Tokens are only for the MCP server of this installation (RFC 8707). A trailing slash makes no difference. */
export function refuseOtherResource(asked: string | undefined, resource: string): void {
  if (asked === undefined || (URL.canParse(asked) && new URL(asked).href.replace(/\/$/, "") === resource)) return;
  throw new OauthFailure("invalid_target", `resource must be ${resource}.`);
}

/** Unknown words, such as offline_access, are ignored: the response to the program says what was granted. */
function readScopes(text: string | undefined): OauthScope[] {
  const scopes = text === undefined ? [...OAUTH_SCOPES] : OAUTH_SCOPES.filter((one) => text.split(" ").includes(one));
  if (scopes.length > 0) return scopes;
  throw new OauthFailure("invalid_scope", `scope must contain at least one of ${OAUTH_SCOPES.join(", ")}.`);
}

/** The request as a text that passes through the browser. It is signed, so that what was validated cannot be changed. */
export function packAuthorization(secrets: Secrets, authorization: Authorization, now: string): string {
  const payload = Buffer.from(
    JSON.stringify({ ...authorization, expires: Date.parse(now) + OPEN_MILLISECONDS }),
  ).toString("base64url");
  return `${payload}.${secrets.sign(payload, PLACE)}`;
}

/** Reads a packed request. 422 if this server did not pack it, or too long ago. */
export function unpackAuthorization(secrets: Secrets, packed: string, now: string): Authorization {
  const [payload = "", signature = ""] = packed.split(".");
  if (secrets.isSigned(payload, signature, PLACE)) {
    const { expires, ...authorization } = JSON.parse(
      Buffer.from(payload, "base64url").toString("utf8"),
    ) as Authorization & { expires: number };
    if (expires > Date.parse(now)) return { ...authorization, scopes: authorization.scopes.filter(isOauthScope) };
  }
  const detail = "The request of the program is unknown, or older than 30 minutes. Connect again in the program.";
  throw invalid([{ pointer: "/request", code: "expired", detail }]);
}

/** The address that takes the person back to the program (RFC 6749, 4.1.2; RFC 9207). */
export function responseAddress(
  { redirectUri, state }: Pick<Authorization, "redirectUri" | "state">,
  issuer: string,
  members: Readonly<Record<string, string>>,
): string {
  const url = new URL(redirectUri);
  const all = { ...members, ...(state === null ? {} : { state }), iss: issuer };
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value);
  return url.href;
}
