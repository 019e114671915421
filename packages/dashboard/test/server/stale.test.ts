import { createClient } from "@counterfoil/sdk";
import { expect, test } from "vitest";
import { keyOf, type Resource } from "../../src/server/asked.ts";
import { queries } from "../../src/server/queries.ts";
import { readAgain, staleAfter } from "../../src/server/stale.ts";

const resources = Object.keys(createClient({ apiKey: "none", baseUrl: "http://localhost" })) as Resource[];

test("a change makes its own resource stale, and never everything", () => {
  expect(resources.length).toBeGreaterThan(30);
  for (const resource of resources) {
    const stale = staleAfter(resource);
    expect(stale).toContain(resource);
    expect(stale).toContain("audit");
    expect(stale.size).toBeLessThan(resources.length / 2);
    expect([...stale].filter((one) => !resources.includes(one))).toEqual([]);
  }
});

test("a payment makes invoices, accounts and the journal stale, but not the catalog", async () => {
  const invoice = keyOf((api) => api.invoices.get("inv_1"));
  const journal = keyOf((api) => api.journal.list({ limit: 100 }));
  const product = keyOf((api) => api.products.get("prod_1"));
  for (const key of [invoice, journal, product]) queries.setQueryData(key, {});
  await readAgain("payments");
  const isStale = (key: readonly unknown[]) => queries.getQueryState(key)?.isInvalidated;
  expect([invoice, journal, product].map(isStale)).toEqual([true, true, false]);
  queries.clear();
});
