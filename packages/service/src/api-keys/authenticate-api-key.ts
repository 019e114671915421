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

/** The look-ups of keys over one pool of connections. */
const lookups = new WeakMap<Database, (hash: string) => Promise<FoundApiKey | undefined>>();

function lookupOf(database: Database): (hash: string) => Promise<FoundApiKey | undefined> {
  const known = lookups.get(database);
  if (known !== undefined) return known;
  const made = shareLookups((hash) => findApiKeyByHash(database, Buffer.from(hash, "base64")));
  lookups.set(database, made);
  return made;
}

/**
 * The owner of a presented key; a 401 for a key that is unknown, revoked or expired. Asks the database after each presentation, so
 * a revocation works at once (R-KEY-1); those that present a key at one time are answered together.
 */
export async function authenticateApiKey(
  ports: { database: Database; clock: Clock },
  token: string,
): Promise<AuthenticatedKey> {
  const key = await lookupOf(ports.database)(hashToken(token).toString("base64"));
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
