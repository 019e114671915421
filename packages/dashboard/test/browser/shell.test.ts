import { execFile } from "node:child_process";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { createClient } from "@counterfoil/sdk";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { expectAccessible, openBrowser, overflow, settled, signedIn } from "./support/browser.ts";
import { pagesToLookAt } from "./support/pages-to-look-at.ts";
import { joined } from "./support/people.ts";
import { program } from "./support/start-platform.ts";

// R-UI-1: what frames every page: the sidebar, the mode of the organization, notifications, and pages that do not exist.

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** An API key of a new live organization on the same platform. */
async function liveKey(): Promise<string> {
  const folder = dirname(inject("letters"));
  const made = await promisify(execFile)(
    process.execPath,
    [program, "org", "create", "--name", "Live business", "--json", "--data", folder],
    { env: { ...process.env, DATABASE_URL: "" } },
  );
  return (JSON.parse(made.stdout) as { apiKey: string }).apiKey;
}

test("unknown objects and addresses keep the sidebar, say what is missing, and lead on", async () => {
  const { page, context } = await signedIn(browser);
  const places = page.getByRole("navigation", { name: "Pages" });
  const routes = (await pagesToLookAt()).map(({ route }) => route).filter((route) => route.includes("$"));
  expect(routes.length).toBeGreaterThan(15);
  for (const route of routes) {
    await page.goto(`/app${route.replaceAll(/\$\w+/g, "unknown_1")}`);
    const alert = page.getByRole("alert");
    await alert.getByRole("heading", { name: "Not found" }).waitFor();
    expect(await alert.textContent(), route).toContain('"unknown_1"');
    await places.getByRole("link", { name: "Invoices" }).waitFor();
    expect(await alert.getByRole("link", { name: /^Go to / }).count(), route).toBe(1);
  }
  await page.goto("/app/invoices/unknown_1");
  await page.getByRole("heading", { name: "Not found" }).waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Go to Invoices" }).click();
  await page.getByRole("heading", { level: 1, name: "Invoices" }).waitFor();
  await page.goto("/app/nothing/here");
  await page.getByRole("heading", { level: 1, name: "Page not found" }).waitFor();
  await page.getByText("There is no page at /app/nothing/here").waitFor();
  await expectAccessible(page);
  await places.getByRole("link", { name: "Invoices" }).click();
  await page.getByRole("heading", { level: 1, name: "Invoices" }).waitFor();
  await context.close();
});

test("a page that the role may not open says who may, and keeps the sidebar", async () => {
  const started = { ...inject("started"), ...(await joined("viewer")) };
  const { page, context } = await signedIn(browser, {}, started);
  await page.goto("/app/api-keys");
  await page.getByText("This page requires one of these roles: owner, admin.").waitFor();
  await expectAccessible(page);
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Invoices" }).waitFor();
  await page.getByRole("link", { name: "Go home" }).click();
  await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
  await context.close();
});

test("the sidebar fits 900 pixels of height, and its last page can be reached at 700", async () => {
  const { page, context } = await signedIn(browser, { viewport: { width: 1280, height: 900 } });
  await settled(page);
  const places = page.getByRole("navigation", { name: "Pages" });
  expect(await places.evaluate((list) => list.scrollHeight - list.clientHeight)).toBe(0);
  const heights = () =>
    places.getByRole("link").evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));
  expect((await heights()).length).toBeGreaterThan(20);
  await page.setViewportSize({ width: 1280, height: 700 });
  // WCAG 2.2, target size.
  expect(Math.min(...(await heights()))).toBeGreaterThanOrEqual(24);
  await places.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole("button", { name: "Open menu" }).click();
  await places.getByRole("link", { name: "People" }).click();
  await page.getByRole("heading", { level: 1, name: "People" }).waitFor();
  expect(await overflow(page)).toBe(0);
  await context.close();
});

test("the sidebar leads to the documentation and the API reference", async () => {
  const { page, context } = await signedIn(browser);
  for (const [name, title] of [
    ["Documentation", "Counterfoil documentation"],
    ["API reference", "Counterfoil API reference"],
  ] as const) {
    const [opened] = await Promise.all([context.waitForEvent("page"), page.getByRole("link", { name }).click()]);
    await opened.waitForLoadState();
    expect(await opened.title()).toContain(title);
    await opened.close();
  }
  await context.close();
});

test("the bell counts unread notifications, links to their objects, and remembers what was read", async () => {
  const { page, context } = await signedIn(browser);
  await page.getByRole("button", { name: /^Notifications, .* unread$/ }).click();
  const sheet = page.getByRole("dialog", { name: "Notifications" });
  await sheet.getByRole("listitem").first().waitFor();
  await expectAccessible(page);
  // Other tests may add notifications after the list was read. These stay unread until the next click.
  const markAll = sheet.getByRole("button", { name: "Mark all as read" });
  await expect
    .poll(
      async () => {
        if (await markAll.isVisible()) await markAll.click();
        return sheet.getByText("All read").isVisible();
      },
      { timeout: 60_000, interval: 1000 },
    )
    .toBe(true);
  const { url, apiKey } = inject("started");
  const client = createClient({ baseUrl: url, apiKey });
  const names = ["First for the bell", "Second for the bell"];
  for (const name of names) await client.accounts.create({ name, currency: "EUR" });
  await page.reload();
  // Other work of the platform may add notifications of its own.
  await page.getByRole("button", { name: /^Notifications, \d+ unread$/ }).click();
  const status = sheet.getByRole("status");
  const before = Number.parseInt((await status.textContent()) ?? "", 10);
  expect(before).toBeGreaterThanOrEqual(2);
  await sheet.getByRole("link", { name: /First for the bell/ }).click();
  await page.getByRole("heading", { level: 1, name: "First for the bell" }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: /^Notifications, \d+ unread$/ }).click();
  await sheet.getByRole("link", { name: /Account created \(unread\).*Second for the bell/ }).waitFor();
  expect(await sheet.getByRole("link", { name: /\(unread\).*First for the bell/ }).count()).toBe(0);
  await context.close();
});

test("a sandbox has a badge on every page, and a switch leads to the live organization and back", async () => {
  const person = await joined("viewer");
  await joined("viewer", { apiKey: await liveKey(), email: person.email });
  const started = { ...inject("started"), ...person };
  const { page, context } = await signedIn(browser, { viewport: { width: 1280, height: 900 } }, started);
  const mode = page.getByRole("group", { name: "Mode" });
  if ((await mode.getByRole("button", { name: "Test" }).getAttribute("aria-pressed")) !== "true") {
    await mode.getByRole("button", { name: "Test" }).click();
  }
  const badge = page.getByRole("complementary").getByText("Sandbox", { exact: true });
  await badge.waitFor();
  await settled(page);
  const places = page.getByRole("navigation", { name: "Pages" });
  expect(await places.evaluate((list) => list.scrollHeight - list.clientHeight)).toBe(0);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByText("Sandbox", { exact: true }).locator("visible=true").waitFor();
  await page.setViewportSize({ width: 1280, height: 900 });
  await mode.getByRole("button", { name: "Live" }).click();
  await page.getByText("Live business").first().waitFor();
  await badge.waitFor({ state: "detached" });
  await page.goto("/app/accounts");
  await settled(page);
  expect(await page.getByText("Sandbox", { exact: true }).count()).toBe(0);
  await mode.getByRole("button", { name: "Test" }).click();
  await badge.waitFor();
  await context.close();
});
