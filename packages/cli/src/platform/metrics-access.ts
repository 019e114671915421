import type { MetricsAccess } from "@counterfoil/http";
import type { Configuration } from "../configuration/configuration.ts";

/** Who has an address for customers or names proxies has something in front, by which requests of others come from this machine. */
export function metricsAccess({ operation, trustedProxies, mail }: Configuration): MetricsAccess {
  return { token: operation.metricsToken, isBehindProxy: trustedProxies.length > 0 || mail.publicUrl !== null };
}
