import { DomainError } from "@counterfoil/service";
import type { FastifyRequest } from "fastify";

const LOCAL = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/**
 * Refuses pages of other origins. Without this check, a page could name its own domain after this server's address (DNS
 * rebinding) and send requests from the user's browser. So the Host header, which such a page chooses, is not trusted.
 * Programs other than browsers send no Origin.
 */
export function refuseOrigins(request: FastifyRequest, publicUrl: string | null, allowed: readonly string[]): void {
  const { origin } = request.headers;
  if (origin === undefined || LOCAL.test(origin) || allowed.includes(origin)) return;
  if (publicUrl !== null && new URL(publicUrl).origin === origin) return;
  throw new DomainError(
    "cross_site_request",
    `Pages of ${origin} cannot call /mcp. The operator can allow them with COUNTERFOIL_CORS_ORIGINS.`,
  );
}
