import { build } from "../database/build.ts";
import type { Database } from "../database/database.ts";
import type { Tx } from "../database/tx.ts";
import { listRows, type ListFields, type ListPage, type ListQuery } from "../lists/list.ts";
import type { Row } from "../row.ts";

export type OauthConnectionRow = Row<"oauthConnection">;
/** A connection with the name of its person. Null if the person is no longer a member. */
export type ListedConnectionRow = OauthConnectionRow & { personName: string | null };

const PERSON_NAME = `(select m.name from member_name m
  where m.organization_id = oauth_connection.organization_id and m.id = oauth_connection.person_id)`;

export const OAUTH_CONNECTION_FIELDS: ListFields = {
  id: { type: "text", sql: "oauth_connection.id" },
  personId: { type: "text", sql: "oauth_connection.person_id" },
  clientName: { type: "text", sql: "oauth_connection.client_name" },
  redirectHost: { type: "text", sql: "oauth_connection.redirect_host" },
  scopes: { type: "list", sql: "oauth_connection.scopes" },
  connectedAt: { type: "instant", sql: "oauth_connection.connected_at" },
  lastUsedAt: { type: "instant", sql: "oauth_connection.last_used_at" },
  expiresAt: { type: "instant", sql: "oauth_connection.expires_at" },
  revokedAt: { type: "instant", sql: "oauth_connection.revoked_at" },
  createdAt: { type: "instant", sql: "oauth_connection.created_at" },
};

export async function insertOauthConnection(tx: Tx, row: OauthConnectionRow): Promise<void> {
  await tx.all(build.insertInto("oauthConnection").values({ ...row, organizationId: tx.organizationId }));
}

export async function listOauthConnections(tx: Tx, query: ListQuery): Promise<ListPage<ListedConnectionRow>> {
  const { rows, total } = await listRows<OauthConnectionRow>(
    tx,
    { table: "oauth_connection", fields: OAUTH_CONNECTION_FIELDS },
    query,
  );
  const names = await tx.sql<{ id: string; name: string }>(
    "select id, name from member_name where organization_id = $1 and id = any($2)",
    [tx.organizationId, rows.map(({ personId }) => personId)],
  );
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  return { rows: rows.map((row) => ({ ...row, personName: nameOf.get(row.personId) ?? null })), total };
}

export async function findOauthConnection(tx: Tx, id: string): Promise<ListedConnectionRow | undefined> {
  const [row] = await tx.sql<ListedConnectionRow>(
    `select *, ${PERSON_NAME} as person_name from oauth_connection where organization_id = $1 and id = $2`,
    [tx.organizationId, id],
  );
  return row;
}

/** Locks a connection that is not revoked, so that of concurrent exchanges only one succeeds. */
export async function lockOauthConnection(tx: Tx, id: string): Promise<OauthConnectionRow | undefined> {
  const [row] = await tx.sql<OauthConnectionRow>(
    "select * from oauth_connection where organization_id = $1 and id = $2 and revoked_at is null for no key update",
    [tx.organizationId, id],
  );
  return row;
}

/** Records that a program took tokens, and until when it can take new ones. */
export async function extendOauthConnection(tx: Tx, id: string, at: string, expiresAt: string): Promise<void> {
  await tx.sql(
    `update oauth_connection set connected_at = coalesce(connected_at, $3), expires_at = $4, updated_at = $3
     where organization_id = $1 and id = $2`,
    [tx.organizationId, id, at, expiresAt],
  );
}

/** Revokes a connection and deletes its tokens. */
export async function revokeOauthConnection(tx: Tx, id: string, at: string): Promise<void> {
  await tx.sql(
    `update oauth_connection set revoked_at = $3, updated_at = $3
     where organization_id = $1 and id = $2 and revoked_at is null`,
    [tx.organizationId, id, at],
  );
  await tx.sql("delete from oauth_token where organization_id = $1 and connection_id = $2", [tx.organizationId, id]);
}

/** The connections of a person that are not revoked, locked. Without those whose scopes are all in `except`. */
export function lockConnectionsOfPerson(
  tx: Tx,
  personId: string,
  except: readonly string[],
): Promise<OauthConnectionRow[]> {
  return tx.sql<OauthConnectionRow>(
    `select * from oauth_connection
     where organization_id = $1 and person_id = $2 and revoked_at is null and not scopes <@ $3::text[]
     order by id for no key update`,
    [tx.organizationId, personId, except],
  );
}

/** Records that a connection was used. Does not wait when another request has locked it. */
export async function touchOauthConnection(
  database: Database,
  { organizationId, connectionId }: { readonly organizationId: string; readonly connectionId: string },
  at: string,
): Promise<void> {
  await database.read(organizationId, (tx) =>
    tx.sql(
      `update oauth_connection set last_used_at = $3 where organization_id = $1 and id =
         (select id from oauth_connection where organization_id = $1 and id = $2 for no key update skip locked)`,
      [organizationId, connectionId, at],
    ),
  );
}
