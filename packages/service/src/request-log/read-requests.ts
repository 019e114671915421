import {
  findLoggedRequest,
  findLoggedRequests,
  type ListedRequestRow,
  type RequestQuestion,
} from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { notFound, refuseParameters } from "../errors/index.ts";

/** A request of the log. */
export interface LoggedRequest {
  id: string;
  /** When it was answered. */
  at: string;
  method: string;
  path: string;
  /** The pattern of the path: `/accounts/:id`. */
  route: string;
  status: number;
  errorCode: string | null;
  durationMs: number;
  actor: { type: string; id: string; name: string | null };
  requestId: string;
  idempotencyKey: string | null;
  requestBytes: number | null;
  responseBytes: number | null;
}

/** A request with what was sent and answered, redacted. */
export interface LoggedExchange extends LoggedRequest {
  query: string;
  /** JSON. Null if there was none, or if it is not logged. */
  requestBody: string | null;
  responseBody: string | null;
  /** Whether the end of a body was cut off. */
  isCut: boolean;
}

/** A question in the words of the API: `status` is a code or a class of codes, such as `4xx`. */
export type AskedRequests = Omit<RequestQuestion, "status"> & { readonly status?: string | undefined };

/** A page of the request log, newest first (R-API-12). */
export function listLoggedRequests(
  context: Context,
  { status, method, ...question }: AskedRequests,
  cursor: string | null,
  limit: number,
): Promise<{ items: LoggedRequest[]; nextCursor: string | null }> {
  return read(context, async (tx) => {
    const range = status === undefined ? undefined : statusRange(status);
    const asked = { ...question, method: method?.toUpperCase(), status: range };
    const rows = await findLoggedRequests(tx, asked, cursor, limit + 1);
    const items = rows.slice(0, limit).map(toLoggedRequest);
    return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
  });
}

/** One request. 404 if there is none, or no longer. */
export function getLoggedRequest(context: Context, id: string): Promise<LoggedExchange> {
  return read(context, async (tx) => {
    const row = await findLoggedRequest(tx, id);
    if (row === undefined) throw notFound("logged request", id);
    const { query, requestBody, responseBody } = row;
    const isCut = [requestBody, responseBody].some((body) => body !== null && !isJson(body));
    return { ...toLoggedRequest(row), query, requestBody, responseBody, isCut };
  });
}

/** `404` → 404 to 404, `4xx` → 400 to 499. Refuses anything else (400). */
export function statusRange(status: string): readonly [from: number, to: number] {
  if (!/^[1-5](?:xx|\d\d)$/.test(status)) {
    const detail = `${JSON.stringify(status)} is not a status. Use a number, such as 404, or a class, such as 4xx.`;
    refuseParameters([{ pointer: "/status", code: "wrong_format", detail }]);
  }
  const hundreds = Number(status[0]) * 100;
  return status.endsWith("xx") ? [hundreds, hundreds + 99] : [Number(status), Number(status)];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function toLoggedRequest(row: ListedRequestRow): LoggedRequest {
  const { id, at, method, path, route, status, errorCode, durationMs, requestId, idempotencyKey } = row;
  return {
    id,
    at,
    method,
    path,
    route,
    status,
    errorCode,
    durationMs,
    actor: { type: row.actorType, id: row.actorId, name: row.actorName },
    requestId,
    idempotencyKey,
    requestBytes: row.requestBytes === null ? null : Number(row.requestBytes),
    responseBytes: row.responseBytes === null ? null : Number(row.responseBytes),
  };
}
