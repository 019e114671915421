import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { expectAccessible, openBrowser } from "./support/browser.ts";

// R-DIST-4: the documentation site is served by the running server, and needs no other one.

const { url } = inject("started");
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

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
