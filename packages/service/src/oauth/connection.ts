import { createHash, randomBytes } from "node:crypto";
import type { Database, ListedConnectionRow } from "@counterfoil/storage";
import type { KeyScope } from "../api-keys/index.ts";
import type { Clock } from "../clock.ts";
import type { Ids } from "../ids.ts";

/** The scopes that a person can grant to a program, as those of a key. */
export const OAUTH_SCOPES = ["read", "write", "billing"] as const satisfies readonly KeyScope[];
export type OauthScope = (typeof OAUTH_SCOPES)[number];

/** The ports of a program whose organization is not known yet. */
export interface OauthPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** A program that a person connected, as the API shows it. */
export interface OauthConnection {
  id: string;
  /** What the program said about itself. */
  clientName: string;
  redirectHost: string;
  scopes: OauthScope[];
  personId: string;
  /** Null if the person is no longer a member. */
  personName: string | null;
  connectedAt: string | null;
  lastUsedAt: string | null;
  expiresAt: string;
  revokedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

export function toConnection(row: ListedConnectionRow): OauthConnection {
  const { clientHash: _clientHash, resource: _resource, scopes, ...shown } = row;
  return { ...shown, scopes: scopes.filter(isOauthScope) };
}

export function isOauthScope(word: string): word is OauthScope {
  return OAUTH_SCOPES.some((scope) => scope === word);
}

const SECRET_BYTES = 32;
const ACCESS_PREFIX = "cf_oauth_";

/** Whether a bearer token is an access token of a connection, not an API key. */
export function isAccessToken(token: string): boolean {
  return token.startsWith(ACCESS_PREFIX);
}

/** A new code or token of 256 random bits. */
export function makeOauthToken(kind: "code" | "access" | "refresh"): { token: string; hash: Buffer } {
  const prefix = { code: "", access: ACCESS_PREFIX, refresh: "cf_refresh_" }[kind];
  const token = prefix + randomBytes(SECRET_BYTES).toString("base64url");
  return { token, hash: sha256(token) };
}

/** The stored form of tokens and client IDs, and the challenge of a verifier (RFC 7636, S256). */
export function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
