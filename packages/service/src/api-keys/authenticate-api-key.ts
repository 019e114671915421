import { type Database, findApiKeyByHash, type FoundApiKey, touchApiKey } from "@counterfoil/storage";
import type { Clock } from "../clock.ts";
import { DomainError } from "../errors/index.ts";
import { hashToken } from "./api-key.ts";
import { shareLookups } from "./share-lookups.ts";

/** `lastUsedAt` of a key is written at most this often, so that most requests write nothing. */
const TOUCH_EVERY_MILLISECONDS = 60_000;

export interface AuthenticatedKey {
  readonly id: string;
  readonly organizationId: string;
  readonly scopes: readonly string[];
  readonly sandbox: boolean;
}

/** Finds keys by their hash, for all requests of a process. Concurrent lookups of one key share one query. */
export type KeyLookup = (hash: string) => Promise<FoundApiKey | undefined>;

export function createKeyLookup(database: Database): KeyLookup {
  return shareLookups((hash) => findApiKeyByHash(database, Buffer.from(hash, "base64")));
}

/**
 * The owner of a presented key. 401 for an unknown, revoked or expired key. Always queries the database after the key
 * is presented, so a revocation works at once (R-KEY-1).
 */
export async function authenticateApiKey(
  ports: { database: Database; clock: Clock; keyLookup: KeyLookup },
  token: string,
): Promise<AuthenticatedKey> {
  const key = await ports.keyLookup(hashToken(token).toString("base64"));
  const now = ports.clock.now();
  if (key === undefined || (key.expiresAt !== null && key.expiresAt <= now)) {
    throw new DomainError("unauthorized", "The API key is unknown, revoked or expired. Send an active key.");
  }
  if (key.lastUsedAt === null || Date.parse(now) - Date.parse(key.lastUsedAt) > TOUCH_EVERY_MILLISECONDS) {
    // This write is not part of the request: the request continues even if the write fails.
    void touchApiKey(ports.database, key, now).catch(() => undefined);
  }
  return key;
}
