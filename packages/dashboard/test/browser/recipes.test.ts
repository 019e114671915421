import { type Client, createClient } from "@counterfoil/sdk";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { RECIPES } from "../../src/pages/catalogue/recipes/recipes.ts";
import { expectAccessible, openBrowser, overflow, settled, signedIn } from "./support/browser.ts";

// R-AI-2: each recipe is created with one button, and bills what its card says.

let browser: Browser;
let client: Client;

beforeAll(async () => {
  browser = await openBrowser();
  const { url, apiKey } = inject("started");
  client = createClient({ baseUrl: url, apiKey });
});
afterAll(() => browser.close());

/** Events of each recipe, and the total of the upcoming or first invoice before tax. */
const BILLS: Record<string, { readonly events: readonly [string, Record<string, string | number>][]; usage: string }> =
  {
    "cost-plus": { events: [["answer", { cost: "10.00", model: "large" }]], usage: "13.00" },
    credits: { events: [["action", { action: "video", credits: 35 }]], usage: "0.70" },
    seats: {
      events: [
        ["credit", { user: "ada", credits: 430 }],
        ["credit", { user: "bob", credits: 90 }],
      ],
      usage: "1.00",
    },
    outcomes: {
      events: [
        ["ticket_closed", { ticket: "T-1", outcome: "resolved" }],
        ["ticket_closed", { ticket: "T-1", outcome: "resolved" }],
        ["ticket_closed", { ticket: "T-2", outcome: "handed_over" }],
        ["ticket_closed", { ticket: "T-3", outcome: "resolved" }],
      ],
      usage: "1.98",
    },
    commitment: { events: [["job", {}]], usage: "0.50" },
  };

test("every recipe has a plan after one click, which bills its usage", async () => {
  const { context, page, faults } = await signedIn(browser, { viewport: { width: 390, height: 844 } });
  const { defaultCurrency } = await client.organization.get();
  for (const { key, name, items } of RECIPES) {
    await page.goto("/app/plans");
    await page.getByRole("link", { name: "Start from a recipe" }).click();
    await page.getByRole("button", { name: `Create plan: ${name}` }).waitFor();
    if (key === RECIPES[0]?.key) {
      await settled(page);
      await expectAccessible(page);
      expect(await overflow(page)).toBe(0);
    }
    await page.getByRole("button", { name: `Create plan: ${name}` }).click();
    await page.waitForURL(/\/app\/plans\/plan_/);
    const planId = page.url().split("/").at(-1) ?? "";
    const account = await client.accounts.create({ name: `Recipe ${key}`, currency: defaultCurrency });
    const { id } = await client.subscriptions.create({ accountId: account.id, planId });
    await client.subscriptions.activate(id);
    const bill = BILLS[key];
    const events = (bill?.events ?? []).map(([eventName, properties], index) => {
      return { uniqueId: `${key}-${index}`, account: account.id, eventName, properties };
    });
    expect(await client.events.ingest(events)).toMatchObject({ errors: [] });
    const { lineItems } = await client.subscriptions.getUpcomingInvoice(id);
    const metered = items.flatMap(({ metric, product }) => (metric === undefined ? [] : [product.name]));
    const line = lineItems.find(({ description }) => metered.some((one) => description.startsWith(one)));
    expect(line, `${key}: ${JSON.stringify(lineItems)}`).toMatchObject({ totalPrice: bill?.usage });
  }
  expect(faults).toEqual([]);
  await context.close();
});
