import type { Database } from "../database/database.ts";
import type { Tx } from "../database/tx.ts";
import { unnested } from "../database/unnested.ts";
import type { Row } from "../row.ts";

export type LoggedRequestRow = Row<"requestLog">;

/** A request as a list shows it, with the name of the key or person. */
export type ListedRequestRow = Omit<LoggedRequestRow, "query" | "requestBody" | "responseBody"> & {
  actorName: string | null;
};

/** Which requests; omitted members match everything. */
export interface RequestQuestion {
  readonly method?: string | undefined;
  /** A part of the path. */
  readonly path?: string | undefined;
  /** The lowest and highest status. */
  readonly status?: readonly [from: number, to: number] | undefined;
  readonly errorCode?: string | undefined;
  /** The ID of a key or person. */
  readonly actorId?: string | undefined;
  readonly requestId?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Inserts any number of requests in one statement. */
export function insertLoggedRequests(tx: Tx, requests: readonly LoggedRequestRow[]): void {
  const { columns, source, values } = unnested(requests, COLUMNS);
  tx.send(
    `insert into request_log (organization_id, ${columns}) select $1, ${columns} from ${source}`,
    [tx.organizationId, ...values],
    "insert-logged-requests",
  );
}

const COLUMNS = {
  id: "text",
  at: "timestamptz",
  method: "text",
  path: "text",
  route: "text",
  query: "text",
  status: "smallint",
  errorCode: "text",
  durationMs: "integer",
  actorType: "text",
  actorId: "text",
  requestId: "text",
  idempotencyKey: "text",
  requestBody: "text",
  responseBody: "text",
  requestBytes: "bigint",
  responseBytes: "bigint",
} as const;

const LISTED = `r.id, r.at, r.method, r.path, r.route, r.status, r.error_code, r.duration_ms, r.actor_type, r.actor_id,
  coalesce(k.name, m.name, c.client_name) as actor_name, r.request_id, r.idempotency_key, r.request_bytes, r.response_bytes`;
const NAMED = `request_log r
  left join api_key k on r.actor_type = 'api_key' and k.organization_id = r.organization_id and k.id = r.actor_id
  left join oauth_connection c
    on r.actor_type = 'oauth_connection' and c.organization_id = r.organization_id and c.id = r.actor_id
  left join member_name m on r.actor_type = 'person' and m.organization_id = r.organization_id and m.id = r.actor_id`;

/** Up to `limit` requests before `cursor`, latest first. */
export function findLoggedRequests(
  tx: Tx,
  { method, path, status, errorCode, actorId, requestId, from, to }: RequestQuestion,
  cursor: string | null,
  limit: number,
): Promise<ListedRequestRow[]> {
  const values: unknown[] = [tx.organizationId, limit];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    ["method =", method],
    ["status >=", status?.[0]],
    ["status <=", status?.[1]],
    ["error_code =", errorCode],
    ["actor_id =", actorId],
    ["request_id =", requestId],
    ["at >=", from],
    ["at <", to],
    ["id <", cursor ?? undefined],
  ].flatMap(([comparison, value]) => (value === undefined ? [] : [`r.${comparison} ${bind(value)}`]));
  if (path !== undefined) conditions.push(`strpos(r.path, ${bind(path)}) > 0`);
  return tx.sql<ListedRequestRow>(
    `select ${LISTED} from ${NAMED}
     where ${["r.organization_id = $1", ...conditions].join(" and ")} order by r.id desc limit $2`,
    values,
  );
}

/** One request with its bodies. Undefined if there is none with this ID. */
export async function findLoggedRequest(
  tx: Tx,
  id: string,
): Promise<(ListedRequestRow & Pick<LoggedRequestRow, "query" | "requestBody" | "responseBody">) | undefined> {
  const [row] = await tx.sql<ListedRequestRow & Pick<LoggedRequestRow, "query" | "requestBody" | "responseBody">>(
    `select ${LISTED}, r.query, r.request_body, r.response_body from ${NAMED}
     where r.organization_id = $1 and r.id = $2`,
    [tx.organizationId, id],
  );
  return row;
}

/**
 * Removes the query and the bodies of requests that contain one of these texts. A path that contains one is replaced by
 * its pattern.
 */
export async function eraseFromRequestLog(tx: Tx, texts: readonly string[]): Promise<void> {
  await tx.sql(
    `update request_log r set query = '', request_body = null, response_body = null,
       path = case when exists (select from unnest($2::text[]) as one (one) where strpos(r.path, one) > 0) then r.route else r.path end
     where r.organization_id = $1 and exists (
       select from unnest($2::text[]) as one (one)
       where strpos(r.path || ' ' || r.query || ' ' || coalesce(r.request_body, '') || ' ' || coalesce(r.response_body, ''), one) > 0)`,
    [tx.organizationId, texts],
  );
}

/**
 * Deletes up to `most` requests of all organizations: those before an instant, and of each organization those beyond the
 * latest `kept`. Returns how many.
 */
export async function forgetLoggedRequests(
  database: Database,
  { earliest, kept, most }: { earliest: string; kept: number; most: number },
): Promise<number> {
  const [row] = await database.unscoped<{ forgotten: number }>("select forget_requests($1, $2, $3) as forgotten", [
    earliest,
    kept,
    most,
  ]);
  return row?.forgotten ?? 0;
}
