import type { FastifyRequest } from "fastify";
import type { Ports } from "./ports.ts";

/**
 * Where people reach this server, as links that are passed on say it: COUNTERFOIL_PUBLIC_URL; else the host that a trusted proxy
 * names; else the server's own address, as in mails and documents. Never the header Host, which is whatever the caller writes.
 */
export function publicAddress(
  { identity, pagesAddress }: Pick<Ports, "identity" | "pagesAddress">,
  { protocol, host, headers }: FastifyRequest,
): string {
  // Fastify takes X-Forwarded-Host from trusted proxies alone.
  const isForwarded = host !== headers.host;
  const own = isForwarded ? undefined : pagesAddress?.();
  return identity?.publicUrl ?? own ?? `${protocol}://${host}`;
}
