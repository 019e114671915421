import type { FastifyInstance } from "fastify";

const EXPOSED =
  "Counterfoil-Version, Counterfoil-Warning, Deprecation, ETag, Idempotent-Replayed, Location, Mcp-Session-Id, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, Sunset, X-Request-Id";
const ALLOWED =
  "Authorization, Catalog-Key, Content-Type, Counterfoil-Version, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, MCP-Protocol-Version, Mcp-Session-Id, X-Request-Id";
const REMEMBERED_SECONDS = 600;

/**
 * Allows pages of these origins to call the API with a key (R-API-9). For other origins it sends no headers, so
 * browsers refuse.
 */
export function allowOrigins(server: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const allowed = new Set(origins);
  server.addHook("onRequest", async (request, reply) => {
    reply.header("Vary", "Origin");
    const { origin } = request.headers;
    if (origin === undefined || !allowed.has(origin)) return;
    reply.header("Access-Control-Allow-Origin", origin).header("Access-Control-Expose-Headers", EXPOSED);
    const method = request.headers["access-control-request-method"];
    if (request.method !== "OPTIONS" || method === undefined) return;
    reply.header("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE");
    reply.header("Access-Control-Allow-Headers", ALLOWED).header("Access-Control-Max-Age", REMEMBERED_SECONDS);
    return reply.status(204).send();
  });
}
