import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, overflow, settled, signedIn, violationsOn } from "./support/browser.ts";
import { pagesToLookAt } from "./support/pages-to-look-at.ts";

// R-UI-1: every page, in both themes and at every width, without a fault.

const MINUTES = 60_000;
const HEIGHT = 900;
let browser: Browser;
let paths: readonly string[];

beforeAll(async () => {
  browser = await openBrowser();
  paths = (await pagesToLookAt()).map(({ path }) => path);
  expect(paths.length).toBeGreaterThan(30);
});

afterAll(() => browser.close());

test(
  "no page has axe violations in either theme, horizontal overflow, or console errors",
  { timeout: 10 * MINUTES },
  async () => {
    const { context, page, faults } = await signedIn(browser, { viewport: { width: 1280, height: HEIGHT } });
    const found: string[] = [];
    for (const path of paths) {
      await page.setViewportSize({ width: 1280, height: HEIGHT });
      await page.goto(path);
      await settled(page);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        found.push(...(await violationsOn(page)).map((one) => `${path} (${colorScheme}): ${one}`));
      }
      for (const width of [360, 768, 1280, 1920]) {
        await page.setViewportSize({ width, height: HEIGHT });
        // Charts are redrawn for their new width.
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        const pixels = await overflow(page);
        if (pixels > 0) found.push(`${path} is ${pixels} pixels wider than a window of ${width}`);
      }
      found.push(...faults.splice(0).map((fault) => `${path}: ${fault}`));
    }
    expect(found).toEqual([]);
    await context.close();
  },
);

test.each([360, 768, 1280, 1920])("no page shifts its layout at %i pixels", { timeout: 6 * MINUTES }, async (width) => {
  const { context, page } = await signedIn(browser, { viewport: { width, height: HEIGHT } });
  await page.addInitScript(watchShifts);
  const moving: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    await settled(page);
    const shift = await page.evaluate(() => (globalThis as { layoutShift?: number }).layoutShift ?? 0);
    if (shift > GOOD_SHIFT) moving.push(`${path} by ${shift.toFixed(3)}`);
  }
  expect(moving).toEqual([]);
  await context.close();
});

/** Google's Core Web Vitals consider 0.1 good. Users do not notice half of that. */
const GOOD_SHIFT = 0.05;

/** Runs in the page: adds up what the browser reports as layout shifts. */
function watchShifts(): void {
  const shared = globalThis as { layoutShift?: number };
  shared.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) shared.layoutShift = (shared.layoutShift ?? 0) + entry.value;
    }
  }).observe({ type: "layout-shift", buffered: true });
}
