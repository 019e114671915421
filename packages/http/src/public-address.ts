import type { FastifyRequest } from "fastify";
import type { Ports } from "./ports.ts";

/**
 * Where people reach this server, as links that are passed on say it. COUNTERFOIL_PUBLIC_URL where it is set: the header Host is
 * whatever the caller writes.
 */
export function publicAddress({ identity }: Pick<Ports, "identity">, { protocol, host }: FastifyRequest): string {
  return identity?.publicUrl ?? `${protocol}://${host}`;
}
