import { createResources, type Resources } from "./generated/client.gen.ts";
import { createConnection } from "./request/connection.ts";
import type { ClientOptions } from "./request/options.ts";

/** The whole API, by resource. */
export type Client = Resources;

/**
 * Creates a client of a Counterfoil server. If bundle size matters, create single resources instead, and the bundler
 * omits the others: `new Invoices(createConnection(options))`.
 *
 *     const client = createClient({ baseUrl: "https://billing.example.com", apiKey: process.env.COUNTERFOIL_KEY });
 *     for await (const invoice of client.invoices.list({ filters: [{ field: "status", value: "overdue" }] })) …
 */
export function createClient(options: ClientOptions = {}): Client {
  return createResources(createConnection(options));
}
