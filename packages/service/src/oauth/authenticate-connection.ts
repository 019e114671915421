import { type Database, findOauthToken, touchOauthConnection } from "@counterfoil/storage";
import type { Clock } from "../clock.ts";
import { DomainError } from "../errors/index.ts";
import { sha256 } from "./connection.ts";

/** `lastUsedAt` is written at most this often, so that most requests write nothing. */
const TOUCH_EVERY_MILLISECONDS = 60_000;

/** The connection of a presented access token. */
export interface AuthenticatedConnection {
  readonly connectionId: string;
  readonly organizationId: string;
  readonly personId: string;
  /** The person's current role. */
  readonly role: string;
  readonly scopes: readonly string[];
  readonly clientName: string;
  /** The only address at which the token is valid. */
  readonly resource: string;
}

/**
 * The connection of an access token. 401 for an unknown or expired token, a revoked connection, and the connection of a
 * person who left. Always queries the database, so a revocation works at once.
 */
export async function authenticateConnection(
  { database, clock }: { database: Database; clock: Clock },
  token: string,
): Promise<AuthenticatedConnection> {
  const found = await findOauthToken(database, sha256(token));
  const now = clock.now();
  if (found === undefined || found.kind !== "access" || found.expiresAt <= now) {
    throw new DomainError(
      "unauthorized",
      "The access token is unknown, revoked or expired. Get a new one with the refresh token, or connect again.",
    );
  }
  if (found.lastUsedAt === null || Date.parse(now) - Date.parse(found.lastUsedAt) > TOUCH_EVERY_MILLISECONDS) {
    // Not part of the request, which continues even if this write fails.
    void touchOauthConnection(database, found, now).catch(() => undefined);
  }
  return found;
}
