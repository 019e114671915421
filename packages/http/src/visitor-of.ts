import { DomainError, type Identity, type IdentityPorts, type Visitor } from "@counterfoil/service";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Ports } from "./ports.ts";

type SignInPorts = Pick<Ports, "identity" | "database" | "clock" | "ids">;

/** The sender of the request, as sign-in sees them. */
export function visitorOf(request: FastifyRequest, { publicUrl, resignCookies }: Identity): Visitor {
  const { cookie, "user-agent": userAgent } = request.headers;
  const isSecure = request.protocol === "https" || publicUrl?.startsWith("https:") === true;
  return { cookie: resignCookies(cookie), address: request.ip, userAgent, isSecure };
}

/** The ports of sign-in. Throws a 404 on a server without sign-in. */
export function identityPorts({ identity, database, clock, ids }: SignInPorts): IdentityPorts {
  if (identity === undefined) throw new DomainError("not_found", "This server has no sign-in. Use an API key.");
  return { identity, database, clock, ids };
}

export function setCookies(reply: FastifyReply, cookies: readonly string[]): void {
  for (const cookie of cookies) reply.header("Set-Cookie", cookie);
}
