import type { FastifyRequest } from "fastify";

/** Parameters of addresses that open what they are for. */
const SECRET_PARAMETERS = new Set(["token"]);
/** A chain of causes longer than this tells nothing more. */
const MOST_CAUSES = 5;

/**
 * A request as the log tells of it (R-OPS-4): its address without what it asks for after the `?`, and without a token in it. Of an
 * address that leads nowhere nothing is told: it may be a link with a letter too many, and the link's token in it.
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
 * An error as the log tells of it: what it is, what it says, where it was thrown and what caused it. Its other members are left out:
 * PostgreSQL and clients of HTTP put rows, parameters and headers there.
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
