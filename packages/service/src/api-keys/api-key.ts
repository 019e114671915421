import { hash, randomBytes } from "node:crypto";
import type { ApiKeyRow } from "@counterfoil/storage";

/** What a key may do (R-KEY-1). A scope grants only itself. */
export const SCOPES = ["read", "write", "ingest", "billing", "admin"] as const;
export type KeyScope = (typeof SCOPES)[number];

/** A key as the API shows it, without the secret. */
export interface ApiKey {
  id: string;
  name: string;
  prefix: string;
  scopes: KeyScope[];
  expiresAt: string | null;
  lastUsedAt: string | null;
  revokedAt: string | null;
  createdBy: string | null;
  createdAt: string;
  updatedAt: string;
}

export function toApiKey(row: ApiKeyRow): ApiKey {
  const { hash: _hash, scopes, ...shown } = row;
  return { ...shown, scopes: scopes as KeyScope[] };
}

const SECRET_BYTES = 24;
const SHOWN_CHARACTERS = 12;

/** A new secret of 192 random bits: `cf_test_…` for a sandbox, otherwise `cf_live_…`. */
export function makeToken(sandbox: boolean): { token: string; prefix: string; hash: Buffer } {
  const token = `cf_${sandbox ? "test" : "live"}_${randomBytes(SECRET_BYTES).toString("base64url")}`;
  return { token, prefix: token.slice(0, SHOWN_CHARACTERS), hash: Buffer.from(hashToken(token), "base64") };
}

/** In base64. Only the hash is stored. The secret is random and long, so a fast hash protects it. */
export function hashToken(token: string): string {
  return hash("sha256", token, "base64");
}
