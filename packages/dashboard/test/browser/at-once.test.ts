import { createClient } from "@counterfoil/sdk";
import type { Browser, BrowserContext, Locator, Page, Route } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { openBrowser, settled, signedIn } from "./support/browser.ts";

// R-UI-1: a switch changes before the server answers, is reverted if the server refuses, and can be undone with one
// click.

const { url, apiKey } = inject("started");
const client = createClient({ baseUrl: url, apiKey });
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
});
beforeEach(async () => {
  ({ context, page } = await signedIn(browser));
  return () => context.close();
});
afterAll(() => browser.close());

test("switches off an alert before the server answers, and on again with undo", async () => {
  const [metric] = (await client.metrics.list({ limit: 1 })).items;
  const { id, name } = await client.usageAlerts.create({
    name: "Switched at once",
    metricId: metric!.id,
    measure: "quantity",
    period: "month",
    thresholds: ["1000000"],
  });
  const answer = await held(page, `**/usage-alerts/${id}`);
  await page.goto(`/app/usage-alerts?q=${encodeURIComponent(name)}`);
  await settled(page);
  const watches = page.getByRole("switch", { name: `${name} alert` });
  await watches.click();
  await watches.and(page.locator("[aria-checked=false]")).waitFor();
  expect((await client.usageAlerts.get(id)).active).toBe(true);
  answer.let();
  await told(page, `${name} turned off`).waitFor();
  expect((await client.usageAlerts.get(id)).active).toBe(false);
  await page.getByRole("button", { name: "Undo" }).click();
  await told(page, `${name} turned on`).waitFor();
  expect((await client.usageAlerts.get(id)).active).toBe(true);
  expect(await watches.getAttribute("aria-checked")).toBe("true");
});

test("disables an endpoint before the server answers, and reverts it if the server is unreachable", async () => {
  const { id } = await client.webhookEndpoints.create({
    url: "https://example.com/hook",
    eventTypes: ["invoice.issued"],
  });
  const answer = await held(page, `**/webhook-endpoints/${id}`, (route) => route.abort());
  await page.goto(`/app/webhooks/${id}`);
  await page.getByText("Enabled", { exact: true }).waitFor();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Disable" }).click();
  await page.getByText("Disabled", { exact: true }).waitFor();
  answer.let();
  await page.getByText("Enabled", { exact: true }).waitFor();
  await told(page, "The server cannot be reached.").waitFor();
  expect((await client.webhookEndpoints.get(id)).enabled).toBe(true);
});

test("archives a product before the server answers, and unarchives it with undo", async () => {
  const { id } = await client.products.create({ name: "Archived at once", feeType: "fixed" });
  const answer = await held(page, `**/products/${id}/archive`);
  await page.goto(`/app/products/${id}`);
  await page.getByRole("button", { name: "Archive" }).click();
  await page.getByText("Archived", { exact: true }).waitFor();
  expect((await client.products.get(id)).archivedAt).toBeNull();
  answer.let();
  await told(page, "Product archived").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await told(page, "Product unarchived").waitFor();
  expect((await client.products.get(id)).archivedAt).toBeNull();
});

/** The toasts in the corner of the page. The audit trail below may contain the same text. */
function told(on: Page, text: string): Locator {
  return on.getByRole("region", { name: /^Notifications/ }).getByText(text, { exact: true });
}

/** Holds back changes until the test lets them through. */
async function held(on: Page, path: string, then = (route: Route) => route.continue()): Promise<{ let(): void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await on.route(path, async (route) => {
    if (route.request().method() === "GET") return route.continue();
    await promise;
    await then(route);
  });
  return { let: resolve };
}
