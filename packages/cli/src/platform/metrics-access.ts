import type { MetricsAccess } from "@counterfoil/http";
import type { Configuration } from "../configuration/configuration.ts";

/**
 * With a public URL or trusted proxies, requests from other machines may arrive from this machine's address, so the
 * address alone does not grant access.
 */
export function metricsAccess({ operation, trustedProxies, mail }: Configuration): MetricsAccess {
  return { token: operation.metricsToken, isBehindProxy: trustedProxies.length > 0 || mail.publicUrl !== null };
}
