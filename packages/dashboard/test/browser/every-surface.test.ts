import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SEARCHES } from "../../src/routing/searches.ts";
import { escape, hasFocus, openBrowser, overflow, settled, signedIn, violationsOn } from "./support/browser.ts";
import { pagesToLookAt } from "./support/pages-to-look-at.ts";

// R-UI-1: every menu, list of options, dialog and sheet: no axe violations in either theme, no overflow on a phone, and the
// keyboard's focus goes into it and returns.

const MINUTES = 60_000;
const DESK = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
/** The script of a dialog is loaded when it opens. */
const LONGEST_TO_OPEN = 2_000;
const OPEN = "[role=dialog]:visible, [role=menu]:visible, [role=listbox]:visible";
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(() => browser.close());

test("each button that opens a menu, options, or a sheet", { timeout: 25 * MINUTES }, async () => {
  const { context, page, faults } = await signedIn(browser, { viewport: DESK });
  const found: string[] = [];
  const seen = new Set<string>();
  for (const { path } of await pagesToLookAt()) {
    await page.goto(path);
    await settled(page);
    const buttons = page.locator("main [aria-haspopup]:visible:enabled, aside [aria-haspopup]:visible:enabled");
    for (const button of await buttons.all()) {
      const isOnEveryPage = await button.evaluate((one) => one.closest("aside") !== null);
      const name = `${await nameOf(button)} in ${isOnEveryPage ? "the sidebar" : shapeOf(path)}`;
      // A list has one of each in every row.
      if (seen.has(name)) continue;
      seen.add(name);
      await button.focus();
      await page.keyboard.press("Enter");
      await page.locator(OPEN).first().waitFor();
      found.push(...(await faultsOfOpen(page)).map((one) => `${name}: ${one}`));
      await escape(page.locator(OPEN));
      await page.locator(OPEN).first().waitFor({ state: "hidden" });
      if (!(await isSoSoon(page, () => hasFocus(button))))
        found.push(`${name}: the focus does not return to its button`);
    }
    found.push(...faults.splice(0).map((fault) => `${path}: ${fault}`));
  }
  expect(seen.size).toBeGreaterThan(15);
  expect(found).toEqual([]);
  await context.close();
});

test("each dialog that an address opens", { timeout: 15 * MINUTES }, async () => {
  const { context, page, faults } = await signedIn(browser, { viewport: DESK });
  const found: string[] = [];
  let opened = 0;
  for (const { route, path } of await pagesToLookAt()) {
    const search: Readonly<Record<string, unknown>> = SEARCHES[route as keyof typeof SEARCHES] ?? {};
    for (const action of (search["do"] as { values: readonly string[] } | undefined)?.values ?? []) {
      await page.goto(`${path}?do=${action}`);
      await settled(page);
      // An action that the state of the object rules out opens nothing.
      const isOpen = await page
        .locator(OPEN)
        .first()
        .waitFor({ timeout: LONGEST_TO_OPEN })
        .then(
          () => true,
          () => false,
        );
      if (!isOpen) continue;
      opened += 1;
      found.push(...(await faultsOfOpen(page)).map((one) => `${path}?do=${action}: ${one}`));
      found.push(...faults.splice(0).map((fault) => `${path}?do=${action}: ${fault}`));
    }
  }
  expect(opened).toBeGreaterThan(15);
  expect(found).toEqual([]);
  await context.close();
});

/** What is wrong with what is open on the page. */
async function faultsOfOpen(page: Page): Promise<string[]> {
  const found: string[] = [];
  if (!(await isSoSoon(page, () => hasFocus(page.locator(OPEN))))) found.push("it does not take the focus");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await violationsOn(page)).map((one) => `(${colorScheme}) ${one}`));
  }
  await page.setViewportSize(PHONE);
  const box = await page.locator(OPEN).last().boundingBox();
  if (box !== null && (box.x < 0 || box.x + box.width > PHONE.width + 1))
    found.push(`on a phone it reaches from ${box.x} to ${box.x + box.width} of ${PHONE.width} pixels`);
  if (!(await isSoSoon(page, async () => (await overflow(page)) === 0)))
    found.push("on a phone the page is wider than the window");
  await page.setViewportSize(DESK);
  return found;
}

/** The focus moves some frames after a sheet appears or is gone, and charts are drawn again after the window has changed. */
async function isSoSoon(page: Page, isSo: () => Promise<boolean>): Promise<boolean> {
  for (let frames = 0; frames < 60; frames += 1) {
    if (await isSo()) return true;
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  return false;
}

/** The accessible name of a button. */
async function nameOf(button: Locator): Promise<string> {
  return (await button.getAttribute("aria-label")) ?? (await button.innerText()).replaceAll(/\s+/g, " ").slice(0, 40);
}

/** A path without the IDs. */
function shapeOf(path: string): string {
  return path.replaceAll(/[a-z]+_[0-9a-z]{20,}/g, "ID");
}
