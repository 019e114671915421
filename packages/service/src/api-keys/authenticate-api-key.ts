import { type Database, findApiKeyByHash, type FoundApiKey, touchApiKey } from "@counterfoil/storage";
import type { Clock } from "../clock.ts";
import { DomainError } from "../errors/index.ts";
import { hashToken } from "./api-key.ts";
import { shareLookups } from "./share-lookups.ts";

/** `lastUsedAt` is written at most this often for a key, so that reads stay reads. */
const TOUCH_EVERY_MILLISECONDS = 60_000;

export interface AuthenticatedKey {
  readonly id: string;
  readonly organizationId: string;
  readonly scopes: readonly string[];
  readonly sandbox: boolean;
}

/** Finds keys by their hash, for all requests of a process: those that present a key at one time are answered together. */
export type KeyLookup = (hash: string) => Promise<FoundApiKey | undefined>;

export function createKeyLookup(database: Database): KeyLookup {
  return shareLookups((hash) => findApiKeyByHash(database, Buffer.from(hash, "base64")));
}

/**
 * The owner of a presented key; a 401 for a key that is unknown, revoked or expired. Asks the database after each presentation, so
 * a revocation works at once (R-KEY-1).
 */
export async function authenticateApiKey(
  ports: { database: Database; clock: Clock; keyLookup: KeyLookup },
  token: string,
): Promise<AuthenticatedKey> {
  const key = await ports.keyLookup(hashToken(token).toString("base64"));
  const now = ports.clock.now();
  if (key === undefined || (key.expiresAt !== null && key.expiresAt <= now)) {
    throw new DomainError("unauthorized", "The API key is unknown, revoked or expired.");
  }
  if (key.lastUsedAt === null || Date.parse(now) - Date.parse(key.lastUsedAt) > TOUCH_EVERY_MILLISECONDS) {
    // A note beside the request, not a part of it: the request goes on whether or not it can be written.
    void touchApiKey(ports.database, key, now).catch(() => undefined);
  }
  return key;
}
