import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";

/** One year, as browsers recommend. */
const HTTPS_SECONDS = 31_536_000;

/** For responses that are not pages: they load nothing, run nothing and cannot be framed. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'";
const PAGE = ["default-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"];

/** Sets headers that restrict how browsers treat a response. A route that needs other values sets its own. */
export function addSecurityHeaders(server: FastifyInstance, publicUrl: string | null): void {
  server.addHook("onRequest", (request, reply, done) => {
    reply.header("X-Content-Type-Options", "nosniff");
    reply.header("X-Frame-Options", "DENY");
    reply.header("Referrer-Policy", "no-referrer");
    reply.header("Cross-Origin-Opener-Policy", "same-origin");
    reply.header("Cross-Origin-Resource-Policy", "same-origin");
    reply.header("Content-Security-Policy", NO_PAGE);
    if (request.protocol === "https" || publicUrl?.startsWith("https:") === true) {
      reply.header("Strict-Transport-Security", `max-age=${HTTPS_SECONDS}`);
    }
    done();
  });
  server.addHook("onSend", (request, reply, payload, done) => {
    if (typeof payload === "string" && request.url.startsWith("/docs")) {
      const isPage = String(reply.getHeader("Content-Type") ?? "").startsWith("text/html");
      if (isPage) reply.header("Content-Security-Policy", documentationPolicy(payload));
    }
    done(null, payload);
  });
}

/** The pages below /docs show no user content. Only their own scripts run, identified by hash. */
function documentationPolicy(page: string): string {
  const hashes = [...page.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
  return [
    ...PAGE,
    ["script-src 'self'", ...hashes].join(" "),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
  ].join("; ");
}
