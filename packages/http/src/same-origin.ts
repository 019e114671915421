import { DomainError } from "@counterfoil/service";
import type { FastifyRequest } from "fastify";

/**
 * Refuses a write that a browser sends from another site with our cookie (R-USER-1). Browsers state the origin of a
 * request in `Sec-Fetch-Site` or in `Origin`, and pages cannot change these headers. A request without both does not
 * come from a browser: it may sign in and get a cookie, but it may not use one.
 */
export function refuseOtherSites(request: FastifyRequest, publicUrl: string | null): void {
  const { method, headers } = request;
  if (method === "GET" || method === "HEAD") return;
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" ? undefined : refuse();
  const { origin } = headers;
  if (origin !== undefined) return ownOrigins(request, publicUrl).includes(origin) ? undefined : refuse();
  if (headers.cookie !== undefined) refuse();
}

function ownOrigins({ protocol, host }: FastifyRequest, publicUrl: string | null): string[] {
  return [`${protocol}://${host}`, ...(publicUrl === null ? [] : [new URL(publicUrl).origin])];
}

function refuse(): never {
  throw new DomainError(
    "cross_site_request",
    "A session cookie can authorize changes only from Counterfoil's own pages, as shown by Sec-Fetch-Site or " +
      "Origin. Use an API key instead.",
  );
}
