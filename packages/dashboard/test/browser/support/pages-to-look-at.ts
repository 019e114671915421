import { type Client, createClient } from "@counterfoil/sdk";
import { inject } from "vitest";
import type { PageRoute } from "../../../src/routing/page-route.ts";

/** How to find an example for each parameter of a path: one with something to show. */
const EXAMPLES: Readonly<Record<string, (client: Client) => Promise<string | undefined>>> = {
  accountId: async (client) => (await overdue(client))?.accountId,
  subscriptionId: async (client) =>
    (await client.subscriptions.list({ limit: 1, filters: [{ field: "status", value: "active" }] })).items[0]?.id,
  quoteId: async (client) =>
    (await client.subscriptions.list({ limit: 1, filters: [{ field: "status", value: "sent" }] })).items[0]?.id,
  invoiceId: async (client) => (await overdue(client))?.id,
  paymentId: async (client) => (await client.payments.list({ limit: 1 })).items[0]?.id,
  creditNoteId: async (client) => (await client.creditNotes.list({ limit: 1 })).items[0]?.id,
  grantId: async (client) => (await client.creditGrants.list({ limit: 1 })).items[0]?.id,
  productId: async (client) => (await client.products.list({ limit: 1 })).products[0]?.id,
  priceId: async (client) => (await client.prices.list({ limit: 1 })).items[0]?.id,
  bundleId: async (client) => (await client.priceBundles.list({ limit: 1 })).items[0]?.id,
  planId: async (client) => (await client.plans.list({ limit: 1 })).items[0]?.id,
  metricId: async (client) => (await client.metrics.list({ limit: 1 })).items[0]?.id,
  featureId: async (client) => (await client.features.list({ limit: 1 })).items[0]?.id,
  endpointId: async (client) => (await client.webhookEndpoints.list({ limit: 1 })).items[0]?.id,
  clockId: async (client) => (await client.testClocks.list({ limit: 1 })).items[0]?.id,
};

async function overdue(client: Client) {
  const filters = [{ field: "status", operator: "in", value: ["overdue", "issued"] }] as const;
  return (await client.invoices.list({ limit: 1, filters })).items[0];
}

const modules = import.meta.glob<Record<string, readonly PageRoute[]>>("../../../src/pages/*/routes.ts", {
  eager: true,
});

export interface PageToLookAt {
  /** Relative to /app, as in the list of routes: `/invoices/$invoiceId`. */
  readonly route: string;
  /** The address, with the IDs of real objects. */
  readonly path: string;
  readonly scope: PageRoute["scope"];
}

/** Every page of the dashboard, from its list of routes. */
export async function pagesToLookAt(): Promise<PageToLookAt[]> {
  const { url, apiKey } = inject("started");
  const client = createClient({ baseUrl: url, apiKey });
  const found = new Map<string, string>();
  const pages: PageToLookAt[] = [];
  for (const { path: route, scope } of Object.values(modules).flatMap((one) => Object.values(one).flat())) {
    const names = [...route.matchAll(/\$(\w+)/g)].map(([, name = ""]) => name);
    for (const name of names) {
      const example = found.get(name) ?? (await EXAMPLES[name]?.(client));
      if (example === undefined)
        throw new Error(`${route}: the demo data has no $${name}, or EXAMPLES does not say how to find one`);
      found.set(name, example);
    }
    const path = `/app${route.replaceAll(/\$(\w+)/g, (_, name: string) => found.get(name) ?? "")}`;
    pages.push({ route, path, scope });
  }
  return pages;
}
