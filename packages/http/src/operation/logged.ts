import type { FastifyRequest } from "fastify";

/** Path parameters that are secrets. */
const SECRET_PARAMETERS = new Set(["token"]);
/** More causes than this add no information. */
const MOST_CAUSES = 5;

/**
 * A request as logged (R-OPS-4): its address without the query and without a token. The address of an unknown path is
 * not logged, because it may be a mistyped link that contains a token.
 */
export function loggedRequest({
  method,
  host,
  ip,
  is404,
  routeOptions,
  params,
}: FastifyRequest): Record<string, unknown> {
  return { method, url: is404 ? "*" : filled(routeOptions.url ?? "*", params), host, remoteAddress: ip };
}

function filled(pattern: string, params: unknown): string {
  const given = (params ?? {}) as Readonly<Record<string, string>>;
  return pattern.replaceAll(/:(\w+)/g, (_, name: string) => (SECRET_PARAMETERS.has(name) ? "*" : (given[name] ?? "*")));
}

export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly code?: string;
  readonly cause?: LoggedError;
  readonly [member: string]: unknown;
}

/**
 * An error as logged: its name, message, stack and causes. Other members are omitted, because PostgreSQL and HTTP
 * clients put rows, parameters and headers there.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: "" };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === "string" ? { code } : {}),
    stack: error.stack ?? "",
    ...(error.cause === undefined || depth >= MOST_CAUSES ? {} : { cause: loggedError(error.cause, depth + 1) }),
  };
}
