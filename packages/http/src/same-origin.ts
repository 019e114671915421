import { DomainError } from "@counterfoil/service";
import type { FastifyRequest } from "fastify";

/**
 * Refuses a write that a browser sends from another site with our cookie (R-USER-1). Browsers say where a request comes from, in
 * `Sec-Fetch-Site` or else in `Origin`, and no page can change that. A request that says neither is none of a browser's: it may
 * ask for a cookie, and never use one.
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
    "A session's cookie is taken for a write from our own pages only: Sec-Fetch-Site or Origin has to say so.",
  );
}
