import { type Database, findApiKeyByHash, type FoundApiKey, touchApiKey } from "@counterfoil/storage";
import type { Clock } from "../clock.ts";
import { DomainError } from "../errors/index.ts";
import { hashToken } from "./api-key.ts";
import { shareLookups } from "./share-lookups.ts";

/** `lastUsedAt` of a key is written at most this often, so that most requests write nothing. */
const TOUCH_EVERY_MILLISECONDS = 60_000;

/** Keys that a process remembers. */
const MOST_KEYS = 10_000;

export interface AuthenticatedKey {
  readonly id: string;
  readonly organizationId: string;
  readonly scopes: readonly string[];
  readonly sandbox: boolean;
}

/** Finds keys by their hash, for all requests of a process. */
export interface KeyLookup {
  /** Queries the database after it is called. Concurrent lookups of one key share one query. */
  find(hash: string): Promise<FoundApiKey | undefined>;
  /** What the latest lookup of a key found. It may have been revoked since. */
  latest(hash: string): FoundApiKey | undefined;
}

interface KeyPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly keyLookup: KeyLookup;
}

export function createKeyLookup(database: Database): KeyLookup {
  const found = new Map<string, FoundApiKey>();
  const find = shareLookups(async (hash) => {
    const key = await findApiKeyByHash(database, Buffer.from(hash, "base64"));
    found.delete(hash);
    if (key === undefined) return undefined;
    found.set(hash, key);
    const [oldest] = found.keys();
    if (found.size > MOST_KEYS && oldest !== undefined) found.delete(oldest);
    return key;
  });
  return { find, latest: (hash) => found.get(hash) };
}

/**
 * The owner of a presented key. 401 for an unknown, revoked or expired key. Always queries the database after the key
 * is presented, so a revocation works at once (R-KEY-1).
 */
export function authenticateApiKey(ports: KeyPorts, token: string): Promise<AuthenticatedKey> {
  return authenticateHash(ports, hashToken(token));
}

/** The owner of a key that was valid when it was last presented. */
export interface PresumedKey {
  readonly key: AuthenticatedKey;
  /** Resolves if the key is still valid, and rejects as `authenticateApiKey` does. */
  readonly confirmed: Promise<unknown>;
}

/**
 * The owner of a presented key, for work that begins while the database is queried whether the key is still valid. What the work
 * finds must not be returned, and nothing may be changed, before `confirmed` resolves (R-KEY-1). Undefined if this process does not
 * know the key, or knows that it has expired. A key never gets another owner or other scopes.
 */
export function presumeApiKey(ports: KeyPorts, token: string): PresumedKey | undefined {
  const hash = hashToken(token);
  const key = ports.keyLookup.latest(hash);
  if (key === undefined || isExpired(key, ports.clock)) return undefined;
  const confirmed = authenticateHash(ports, hash);
  // It is awaited with the work, which may take longer than it takes to fail.
  confirmed.catch(() => undefined);
  return { key, confirmed };
}

function isExpired({ expiresAt }: FoundApiKey, clock: Clock): boolean {
  return expiresAt !== null && expiresAt <= clock.now();
}

async function authenticateHash(ports: KeyPorts, hash: string): Promise<AuthenticatedKey> {
  const key = await ports.keyLookup.find(hash);
  if (key === undefined || isExpired(key, ports.clock)) {
    throw new DomainError("unauthorized", "The API key is unknown, revoked or expired. Send an active key.");
  }
  const now = ports.clock.now();
  if (key.lastUsedAt === null || Date.parse(now) - Date.parse(key.lastUsedAt) > TOUCH_EVERY_MILLISECONDS) {
    // This write is not part of the request: the request continues even if the write fails.
    void touchApiKey(ports.database, key, now).catch(() => undefined);
  }
  return key;
}
