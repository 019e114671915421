import {
  type ApiKeyRow,
  findApiKey,
  getOrganization,
  insertApiKey,
  listApiKeys as listApiKeyRows,
  type ListPage,
  type ListQuery,
  revokeApiKey as revoke,
  revokeKeysOfPerson,
} from "@counterfoil/storage";
import { type Context, read, transact, type Work } from "../context.ts";
import { notFound, refuseFaults } from "../errors/index.ts";
import { requireUnchanged } from "../precondition.ts";
import { audit } from "../record.ts";
import { type ApiKey, type KeyScope, makeToken, toApiKey } from "./api-key.ts";
import { tellOfKey } from "./tell-of-key.ts";

export interface ApiKeyInput {
  name: string;
  scopes: readonly KeyScope[];
  expiresAt?: string | null;
}

/** Creates a key. Only this response ever shows its token. The owners and the creator are notified by mail. */
export function createApiKey(context: Context, input: ApiKeyInput): Promise<ApiKey & { token: string }> {
  return transact(context, async (work) => {
    const made = await makeApiKey(work, input);
    await tellOfKey(work, made);
    return made;
  });
}

/** Creates a key inside a running transaction. */
export async function makeApiKey(work: Work, input: ApiKeyInput): Promise<ApiKey & { token: string }> {
  const { actor } = work;
  const now = work.clock.now();
  const expiresAt = input.expiresAt ?? null;
  if (expiresAt !== null && expiresAt <= now) {
    refuseFaults([
      {
        pointer: "/expiresAt",
        code: "in_the_past",
        detail: `${expiresAt} is in the past. expiresAt must be a future time.`,
      },
    ]);
  }
  const { sandbox } = await getOrganization(work.tx);
  const { token, prefix, hash } = makeToken(sandbox);
  const row: ApiKeyRow = {
    id: work.ids.next("key"),
    name: input.name,
    prefix,
    hash,
    scopes: [...new Set(input.scopes)],
    expiresAt,
    lastUsedAt: null,
    revokedAt: null,
    createdBy: actor.type === "person" || actor.type === "api_key" ? actor.id : null,
    createdAt: now,
    updatedAt: now,
  };
  await insertApiKey(work.tx, row);
  await audit(work, { action: "api_key.created", objectId: row.id, after: toApiKey(row) });
  return { ...toApiKey(row), token };
}

export function listApiKeys(context: Context, query: ListQuery): Promise<ListPage<ApiKey>> {
  return read(context, async (tx) => {
    const page = await listApiKeyRows(tx, query);
    return { rows: page.rows.map(toApiKey), total: page.total };
  });
}

export function getApiKey(context: Context, id: string): Promise<ApiKey> {
  return read(context, async (tx) => {
    const row = await findApiKey(tx, id);
    if (row === undefined) throw notFound("API key", id);
    return toApiKey(row);
  });
}

/**
 * Revokes the keys that a person made, directly or with their keys: a person who lost a permission must not keep it
 * through a key. Keys whose scopes are all in `allowed` stay.
 */
export async function revokeKeysOf(
  work: Parameters<typeof audit>[0],
  personId: string,
  allowed: readonly KeyScope[],
): Promise<void> {
  const now = work.clock.now();
  for (const row of await revokeKeysOfPerson(work.tx, personId, allowed, now)) {
    const after = toApiKey(row);
    await audit(work, { action: "api_key.revoked", objectId: row.id, before: { ...after, revokedAt: null }, after });
  }
}

/** Revokes a key at once. Revoking it again changes nothing. */
export function revokeApiKey(context: Context, id: string): Promise<void> {
  return transact(context, async (work) => {
    const row = await findApiKey(work.tx, id);
    if (row === undefined) throw notFound("API key", id);
    await requireUnchanged(work, () => toApiKey(row));
    if (row.revokedAt !== null) return;
    const now = work.clock.now();
    await revoke(work.tx, id, now);
    const after = toApiKey({ ...row, revokedAt: now });
    await audit(work, { action: "api_key.revoked", objectId: id, before: toApiKey(row), after });
  });
}
