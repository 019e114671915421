import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible, openBrowser, overflow, settled, signedIn } from "./support/browser.ts";
import { pagesToLookAt } from "./support/pages-to-look-at.ts";

// R-UI-1: every page as it is met: in both themes, on every width, without a fault.

const MINUTES = 60_000;
let browser: Browser;
let paths: readonly string[];

beforeAll(async () => {
  browser = await openBrowser();
  paths = await pagesToLookAt();
  expect(paths.length).toBeGreaterThan(30);
});

afterAll(() => browser.close());

test.each(["light", "dark"] as const)(
  "in the %s theme axe finds nothing on any page, and the console tells of no error",
  { timeout: 6 * MINUTES },
  async (colorScheme) => {
    const { context, page, faults } = await signedIn(browser, { colorScheme, viewport: { width: 1280, height: 900 } });
    for (const path of paths) {
      await page.goto(path);
      await settled(page);
      await expectAccessible(page);
      expect(faults, path).toEqual([]);
    }
    await context.close();
  },
);

test.each([360, 768, 1280, 1920])(
  "nothing is wider than a window of %i pixels, and nothing moves once it is there, on any page",
  { timeout: 6 * MINUTES },
  async (width) => {
    const { context, page } = await signedIn(browser, { viewport: { width, height: 900 } });
    await page.addInitScript(watchShifts);
    const faults: string[] = [];
    for (const path of paths) {
      await page.goto(path);
      await settled(page);
      const pixels = await overflow(page);
      if (pixels > 0) faults.push(`${path} is ${pixels} pixels too wide`);
      const shift = await page.evaluate(() => (globalThis as { layoutShift?: number }).layoutShift ?? 0);
      if (shift > GOOD_SHIFT) faults.push(`${path} moves by ${shift.toFixed(3)}`);
    }
    expect(faults).toEqual([]);
    await context.close();
  },
);

/** What Google's Core Web Vitals call good is 0.1; half of it nobody sees. */
const GOOD_SHIFT = 0.05;

/** Runs in the page: adds up what the browser calls a layout shift. */
function watchShifts(): void {
  const shared = globalThis as { layoutShift?: number };
  shared.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) shared.layoutShift = (shared.layoutShift ?? 0) + entry.value;
    }
  }).observe({ type: "layout-shift", buffered: true });
}
