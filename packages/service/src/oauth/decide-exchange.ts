import type { FoundOauthToken } from "@counterfoil/storage";
import { sha256 } from "./connection.ts";

/** A request to `/oauth/token`. */
export type Exchange = {
  readonly clientId: string;
  /** The address of the MCP server that the tokens are for. */
  readonly resource: string;
} & (
  | { readonly kind: "code"; readonly code: string; readonly redirectUri: string; readonly codeVerifier: string }
  | { readonly kind: "refresh"; readonly refreshToken: string; readonly scopes: readonly string[] | null }
);

export type ExchangeError = "invalid_grant" | "invalid_target" | "invalid_scope";

export type ExchangeDecision =
  | { readonly kind: "granted" }
  /** The code or token was used before: a copy is in other hands, so the connection ends. */
  | { readonly kind: "reused" }
  | { readonly kind: "refused"; readonly error: ExchangeError; readonly description: string };

/**
 * Whether a code or refresh token gives new tokens. It is bound to the client, to the redirect URI, to the verifier and
 * to the resource, and works once. What another client presents does not end the connection.
 */
export function decideExchange(found: FoundOauthToken | undefined, asked: Exchange, now: string): ExchangeDecision {
  if (found === undefined || found.kind !== asked.kind || !found.clientHash.equals(sha256(asked.clientId))) {
    return refused("invalid_grant", `The ${NAMES[asked.kind]} is unknown, revoked, or of another client.`);
  }
  if (asked.kind === "code") {
    if (asked.redirectUri !== found.redirectUri) {
      return refused("invalid_grant", "redirect_uri differs from the one in the authorization request.");
    }
    if (sha256(asked.codeVerifier).toString("base64url") !== found.codeChallenge) {
      return refused("invalid_grant", "code_verifier does not match code_challenge.");
    }
  }
  if (found.usedAt !== null) return { kind: "reused" };
  if (found.expiresAt <= now) return refused("invalid_grant", `The ${NAMES[asked.kind]} has expired.`);
  if (asked.resource !== found.resource) {
    return refused("invalid_target", `The tokens can only be for ${found.resource}.`);
  }
  const excess = asked.kind === "refresh" ? asked.scopes?.find((scope) => !found.scopes.includes(scope)) : undefined;
  if (excess !== undefined) return refused("invalid_scope", `The scope ${excess} was not granted.`);
  return { kind: "granted" };
}

const NAMES = { code: "code", refresh: "refresh token" };

function refused(error: ExchangeError, description: string): ExchangeDecision {
  return { kind: "refused", error, description };
}
