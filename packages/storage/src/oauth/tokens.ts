import { build } from "../database/build.ts";
import type { Database } from "../database/database.ts";
import type { Tx } from "../database/tx.ts";
import type { Row } from "../row.ts";

export type OauthTokenRow = Row<"oauthToken">;

/** A code or token found by its hash, before the organization is known. */
export interface FoundOauthToken {
  organizationId: string;
  connectionId: string;
  personId: string;
  /** The person's role in the organization. */
  role: string;
  clientHash: Buffer;
  clientName: string;
  scopes: string[];
  resource: string;
  lastUsedAt: string | null;
  kind: "code" | "access" | "refresh";
  redirectUri: string | null;
  codeChallenge: string | null;
  expiresAt: string;
  usedAt: string | null;
}

/** Undefined also if its connection was revoked, or if the person left the organization. */
export async function findOauthToken(database: Database, hash: Buffer): Promise<FoundOauthToken | undefined> {
  const [row] = await database.unscoped<FoundOauthToken>(
    "select * from find_oauth_token($1)",
    [hash],
    "find-oauth-token",
  );
  return row;
}

export async function insertOauthTokens(tx: Tx, rows: readonly OauthTokenRow[]): Promise<void> {
  await tx.all(
    build.insertInto("oauthToken").values(rows.map((row) => ({ ...row, organizationId: tx.organizationId }))),
  );
}

/** Marks a code or refresh token as used. False if it was used before. */
export async function useOauthToken(tx: Tx, hash: Buffer, at: string): Promise<boolean> {
  const used = await tx.sql(
    "update oauth_token set used_at = $3 where organization_id = $1 and hash = $2 and used_at is null returning kind",
    [tx.organizationId, hash, at],
  );
  return used.length > 0;
}

/**
 * Deletes tokens of all organizations that expired, and connections that ended before `earliest`. Deletes at most `most`
 * of each, and returns how many.
 */
export async function forgetOauth(
  database: Database,
  { now, earliest, most }: { now: string; earliest: string; most: number },
): Promise<number> {
  const [row] = await database.unscoped<{ forgotten: number }>("select forget_oauth($1, $2, $3) as forgotten", [
    now,
    earliest,
    most,
  ]);
  return row?.forgotten ?? 0;
}
