import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, settled, signedIn } from "./support/browser.ts";

// R-UI-1: a page loads little, so that it opens fast over a slow connection.

const MOST_SCRIPT_BYTES = 200_000;

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const PAGES = [
  // The page itself is one more request.
  ["/app/", 28],
  ["/app/invoices", 28],
  // One request for the usage of each account in the chart.
  ["/app/usage", 32],
  ["/app/settings", 20],
] as const;

test.each(PAGES)("%s loads with at most %i more requests, and at most 200 kB of script", async (path, most) => {
  const signed = await signedIn(browser);
  const state = await signed.context.storageState();
  const baseURL = new URL(signed.page.url()).origin;
  await signed.context.close();
  // A new context has an empty cache.
  const context = await browser.newContext({ baseURL, storageState: state });
  const page = await context.newPage();
  await page.goto(path);
  await settled(page);
  const loaded = await page.evaluate(() =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[]).map(({ name, encodedBodySize }) => ({
      name,
      encodedBodySize,
    })),
  );
  const scripts = loaded.filter(({ name }) => name.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(3);
  expect(scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)).toBeLessThanOrEqual(MOST_SCRIPT_BYTES);
  expect(loaded.length, loaded.map(({ name }) => name).join("\n")).toBeLessThanOrEqual(most);
  await context.close();
});
