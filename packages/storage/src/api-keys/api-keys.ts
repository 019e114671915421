import { build } from "../database/build.ts";
import type { Database } from "../database/database.ts";
import type { Tx } from "../database/tx.ts";
import { listRows, type ListFields, type ListPage, type ListQuery } from "../lists/list.ts";
import type { Row } from "../row.ts";

export type ApiKeyRow = Row<"apiKey">;

/** A key found by its hash, before the organization is known. */
export interface FoundApiKey {
  organizationId: string;
  id: string;
  scopes: string[];
  expiresAt: string | null;
  lastUsedAt: string | null;
  sandbox: boolean;
}

export const API_KEY_FIELDS: ListFields = {
  id: { type: "text", sql: "api_key.id" },
  name: { type: "text", sql: "api_key.name" },
  scopes: { type: "list", sql: "api_key.scopes" },
  expiresAt: { type: "instant", sql: "api_key.expires_at" },
  lastUsedAt: { type: "instant", sql: "api_key.last_used_at" },
  revokedAt: { type: "instant", sql: "api_key.revoked_at" },
  createdBy: { type: "text", sql: "api_key.created_by" },
  createdAt: { type: "instant", sql: "api_key.created_at" },
};

export async function findApiKeyByHash(database: Database, hash: Buffer): Promise<FoundApiKey | undefined> {
  const [row] = await database.unscoped<FoundApiKey>("select * from find_api_key($1)", [hash], "find-api-key");
  return row;
}

/** Records that the key was used. Does not wait when another request has locked the key. */
export async function touchApiKey(database: Database, key: FoundApiKey, at: string): Promise<void> {
  await database.read(key.organizationId, (tx) =>
    tx.sql(
      `update api_key set last_used_at = $3 where organization_id = $1 and id =
         (select id from api_key where organization_id = $1 and id = $2 for no key update skip locked)`,
      [key.organizationId, key.id, at],
    ),
  );
}

export async function findApiKey(tx: Tx, id: string): Promise<ApiKeyRow | undefined> {
  const [row] = await tx.sql<ApiKeyRow>("select * from api_key where organization_id = $1 and id = $2", [
    tx.organizationId,
    id,
  ]);
  return row;
}

export async function listApiKeys(tx: Tx, query: ListQuery): Promise<ListPage<ApiKeyRow>> {
  return listRows<ApiKeyRow>(tx, { table: "api_key", fields: API_KEY_FIELDS }, query);
}

export async function insertApiKey(tx: Tx, key: ApiKeyRow): Promise<void> {
  await tx.all(build.insertInto("apiKey").values({ ...key, organizationId: tx.organizationId }));
}

/**
 * Revokes the keys that a person created, and the keys created with those keys. Keeps keys whose scopes are all in
 * `except`. Returns the revoked keys as they are afterwards.
 */
export function revokeKeysOfPerson(
  tx: Tx,
  personId: string,
  except: readonly string[],
  at: string,
): Promise<ApiKeyRow[]> {
  return tx.sql<ApiKeyRow>(
    `update api_key set revoked_at = $4, updated_at = $4
     where organization_id = $1 and revoked_at is null and not scopes <@ $3::text[] and id in (
       with recursive made as (
         select id from api_key where organization_id = $1 and created_by = $2
         union select k.id from made join api_key k on k.organization_id = $1 and k.created_by = made.id)
       select id from made)
     returning *`,
    [tx.organizationId, personId, except, at],
  );
}

export async function revokeApiKey(tx: Tx, id: string, at: string): Promise<void> {
  await tx.sql(
    "update api_key set revoked_at = $3, updated_at = $3 where organization_id = $1 and id = $2 and revoked_at is null",
    [tx.organizationId, id, at],
  );
}
