import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { expectAccessible, openBrowser, overflow } from "./support/browser.ts";

// R-DIST-4: each kind of page of the documentation site, in each window.

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
