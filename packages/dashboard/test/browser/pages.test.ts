import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectAccessible, openBrowser, overflow, settled, signedIn } from "./support/browser.ts";
import { pagesToLookAt } from "./support/pages-to-look-at.ts";

// R-UI-1: every page, as it is met: in both themes, on every width, without a fault.

let browser: Browser;
const paths: { name: string; path: string }[] = [];

beforeAll(async () => {
  browser = await openBrowser();
  paths.push(...(await pagesToLookAt()));
  expect(paths.length).toBeGreaterThan(20);
});

afterAll(() => browser?.close());

describe.each(["light", "dark"] as const)("in the %s theme", (colorScheme) => {
  test("axe finds nothing on any page, and the console tells of no error", { timeout: 600_000 }, async () => {
    const { context, page, faults } = await signedIn(browser, { colorScheme, viewport: { width: 1280, height: 900 } });
    for (const { name, path } of paths) {
      await page.goto(path);
      await settled(page);
      await expectAccessible(page);
    }
    expect(faults).toEqual([]);
    await context.close();
  });
});

test.each([360, 768, 1280, 1920])(
  "nothing is wider than a window of %i pixels, on any page",
  { timeout: 600_000 },
  async (width) => {
    const { context, page } = await signedIn(browser, { viewport: { width, height: 900 } });
    const wide: string[] = [];
    for (const { name, path } of paths) {
      await page.goto(path);
      await settled(page);
      const pixels = await overflow(page);
      if (pixels > 0) wide.push(`${name}: ${pixels}`);
    }
    expect(wide).toEqual([]);
    await context.close();
  },
);
