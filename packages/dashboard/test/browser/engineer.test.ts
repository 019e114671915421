import { type Client, createClient } from "@counterfoil/sdk";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { openBrowser, settled, signedIn } from "./support/browser.ts";

// R-UI-1: an engineer integrates the product.

let browser: Browser;
let client: Client;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  const { url, apiKey } = inject("started");
  client = createClient({ baseUrl: url, apiKey });
});
afterAll(() => browser.close());
beforeEach(async () => {
  ({ context, page } = await signedIn(browser));
});
afterEach(() => context.close());

test("a key is created, shown once, works, and is revoked", async () => {
  await page.goto("/app/api-keys");
  await page
    .getByRole("button", { name: "New key" })
    .or(page.getByRole("button", { name: "New API key" }))
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("From the story");
  await dialog.getByRole("button", { name: /Make|Create/ }).click();
  const token = (await page
    .getByRole("dialog", { name: "API key From the story" })
    .locator("pre")
    .first()
    .textContent())!.trim();
  const { url } = inject("started");
  const made = createClient({ baseUrl: url, apiKey: token, retries: 0 });
  expect((await made.organization.get()).id).toBe((await client.organization.get()).id);
  await page.goto("/app/api-keys");
  await page.getByRole("button", { name: "Revoke From the story" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Revoke/ })
    .click();
  await expect
    .poll(() =>
      made.organization.get().then(
        () => "works",
        () => "refused",
      ),
    )
    .toBe("refused");
});

test("shows events live, and an unmatched event with its fix", async () => {
  await page.goto("/app/events");
  await page.getByText("Listening for events").or(page.getByRole("table")).first().waitFor();
  const [account] = (await client.accounts.list({ limit: 1 })).data;
  await client.events.ingest({ uniqueId: "story-1", account: account!.id, eventName: "api_call" });
  await page.getByText("story-1").first().waitFor();
  await client.events.ingest({ uniqueId: "story-2", account: "unknown-account", eventName: "api_call" });
  await page.getByRole("tab", { name: "Unmatched" }).click();
  await page.getByText("unknown-account").first().waitFor();
});

test("a test clock advances a month and shows what happened on the way", async () => {
  const clock = await client.testClocks.create({ name: "A story", frozenTime: "2026-01-01T00:00:00Z" });
  const account = await client.accounts.create({ name: "On a clock", currency: "EUR", testClockId: clock.id });
  const plans = await client.plans.list({ limit: 100 }).all();
  const plan = plans.find(({ currency }) => currency === "EUR")!;
  await client.quotes.create({ quoteTemplateId: plan.id, accountId: account.id, activate: true });
  await page.goto(`/app/test-clocks/${clock.id}`);
  await settled(page);
  await page.getByRole("button", { name: "+1 month" }).click();
  await expect
    .poll(() => client.testClocks.get(clock.id), { timeout: 120_000 })
    .toMatchObject({ status: "ready", frozenTime: expect.stringMatching(/^2026-02-01/), failure: null });
  const told = page.getByRole("main").getByRole("listitem");
  await told.filter({ hasText: "invoice" }).first().waitFor();
});

test("an unknown page says that it does not exist", async () => {
  await page.goto("/app/nothing-here");
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
});
