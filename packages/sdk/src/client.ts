import { createResources, type Resources } from "./generated/client.gen.ts";
import { createConnection } from "./request/connection.ts";
import type { ClientOptions } from "./request/options.ts";

/** The whole interface, by resource. */
export type Client = Resources;

/**
 * A client of one Counterfoil. Where size matters, take single resources instead, and the rest is left out of the bundle:
 * `new Invoices(createConnection(options))`.
 *
 *     const client = createClient({ baseUrl: "https://billing.example.com", apiKey: process.env.COUNTERFOIL_KEY });
 *     for await (const invoice of client.invoices.list({ filters: [{ field: "status", value: "overdue" }] })) …
 */
export function createClient(options: ClientOptions = {}): Client {
  return createResources(createConnection(options));
}
