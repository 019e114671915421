import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { expectAccessible, openBrowser, overflow } from "./support/browser.ts";

// R-DIST-4: the documentation site is served by the running server, and needs no other one.

const { url } = inject("started");
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const windows = [
  { name: "wide, light", viewport: { width: 1440, height: 900 }, colorScheme: "light" },
  { name: "wide, dark", viewport: { width: 1440, height: 900 }, colorScheme: "dark" },
  { name: "phone, light", viewport: { width: 390, height: 844 }, colorScheme: "light" },
] as const;
const addresses = ["/docs/", "/docs/invoices/", "/docs/api/invoices/create-invoice/", "/docs/errors/", "/docs/tax/"];

test.each(windows)("pages are accessible, fit the window and load nothing from elsewhere: $name", async (shown) => {
  const { viewport, colorScheme } = shown;
  const context = await browser.newContext({ baseURL: url, viewport, colorScheme });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== new URL(url).origin) faults.push(request.url());
  });
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  for (const address of addresses) {
    await page.goto(address);
    expect([address, await overflow(page)]).toEqual([address, 0]);
    await expectAccessible(page);
  }
  expect(faults).toEqual([]);
  await context.close();
});

test("the search finds a page, also when the browser has the page already", async () => {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  for (let visit = 0; visit < 2; visit += 1) {
    await page.goto("/docs/invoices/");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("dialog").getByRole("textbox").fill("reverse charge");
    await page.getByRole("dialog").getByRole("link", { name: "Tax", exact: true }).first().waitFor();
  }
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("link", { name: "Tax", exact: true }).first().click();
  await page.getByRole("heading", { level: 1, name: "Tax" }).waitFor();
  await context.close();
});

test("an operation has examples in three languages, and the page is also Markdown", async () => {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto("/docs/api/accounts/list-accounts/");
  await page.getByRole("tab", { name: "TypeScript" }).click();
  await page.getByText("client.accounts.list()").waitFor();
  await page.getByRole("tab", { name: "Python" }).click();
  await page.getByText("import urllib.request").waitFor();
  const twin = await context.request.get("/docs/api/accounts/list-accounts.md");
  expect([twin.status(), twin.headers()["content-type"]]).toEqual([200, "text/markdown; charset=utf-8"]);
  expect(await twin.text()).toMatch(/^# List accounts\n/);
  const absent = await context.request.get("/docs/nowhere/", { headers: { accept: "text/html" } });
  expect(absent.status()).toBe(404);
  const missing = await context.request.get("/docs/nowhere.md", { headers: { accept: "*/*" } });
  expect(missing.headers()["content-type"]).toContain("application/problem+json");
  await context.close();
});
