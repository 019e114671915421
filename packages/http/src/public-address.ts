import type { FastifyRequest } from "fastify";
import type { Ports } from "./ports.ts";

/**
 * The address of this server in links that are passed on: COUNTERFOIL_PUBLIC_URL; otherwise the host that a trusted
 * proxy names; otherwise the server's own address, as in emails and documents. Never the Host header, which the caller
 * controls.
 */
export function publicAddress(
  { identity, pagesAddress }: Pick<Ports, "identity" | "pagesAddress">,
  { protocol, host, headers }: FastifyRequest,
): string {
  // Fastify accepts X-Forwarded-Host only from trusted proxies.
  const isForwarded = host !== headers.host;
  const own = isForwarded ? undefined : pagesAddress?.();
  return identity?.publicUrl ?? own ?? `${protocol}://${host}`;
}
