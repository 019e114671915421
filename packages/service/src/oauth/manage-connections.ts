import {
  findOauthConnection,
  findOauthToken,
  listOauthConnections as listRows,
  type ListPage,
  type ListQuery,
  lockConnectionsOfPerson,
  lockOauthConnection,
  type OauthConnectionRow,
  revokeOauthConnection as revoke,
} from "@counterfoil/storage";
import { type Context, read, transact } from "../context.ts";
import { notFound } from "../errors/index.ts";
import { requireUnchanged } from "../precondition.ts";
import { audit, type AuditWork } from "../record.ts";
import { type OauthConnection, type OauthPorts, sha256, toConnection } from "./connection.ts";

export function listOauthConnections(context: Context, query: ListQuery): Promise<ListPage<OauthConnection>> {
  return read(context, async (tx) => {
    const { rows, total } = await listRows(tx, query);
    return { rows: rows.map(toConnection), total };
  });
}

export function getOauthConnection(context: Context, id: string): Promise<OauthConnection> {
  return read(context, async (tx) => {
    const row = await findOauthConnection(tx, id);
    if (row === undefined) throw notFound("OAuth connection", id);
    return toConnection(row);
  });
}

/** Revokes a connection at once. Revoking it again changes nothing. */
export function revokeOauthConnection(context: Context, id: string): Promise<void> {
  return transact(context, async (work) => {
    const locked = await lockOauthConnection(work.tx, id);
    const row = await findOauthConnection(work.tx, id);
    if (row === undefined) throw notFound("OAuth connection", id);
    await requireUnchanged(work, () => toConnection(row));
    if (locked !== undefined) await endConnection(work, locked);
  });
}

/**
 * Revokes the connections of a person whose role changed or who left. Connections whose scopes are all in `allowed` stay.
 */
export async function revokeConnectionsOf(
  work: AuditWork,
  personId: string,
  allowed: readonly string[],
): Promise<void> {
  for (const row of await lockConnectionsOfPerson(work.tx, personId, allowed)) await endConnection(work, row);
}

/** Revokes the connection of a token that its program gives back (RFC 7009). Unknown tokens are ignored. */
export async function giveBackToken(
  { database, clock, ids }: OauthPorts,
  { token, clientId, requestId }: { token: string; clientId: string; requestId: string },
): Promise<void> {
  const found = await findOauthToken(database, sha256(token));
  if (found === undefined || !found.clientHash.equals(sha256(clientId))) return;
  const { organizationId, connectionId, personId, clientName } = found;
  await database.transaction(organizationId, async (tx) => {
    const row = await lockOauthConnection(tx, connectionId);
    if (row === undefined) return;
    const actor = { type: "person", id: personId } as const;
    await endConnection({ tx, clock, ids, actor, requestId, agent: clientName }, row);
  });
}

/** Revokes a locked connection. */
export async function endConnection(work: AuditWork, row: OauthConnectionRow): Promise<void> {
  const revokedAt = work.clock.now();
  await revoke(work.tx, row.id, revokedAt);
  const before = toConnection({ ...row, personName: null });
  await audit(work, {
    action: "oauth_connection.revoked",
    objectId: row.id,
    before,
    after: { ...before, revokedAt },
  });
}
