import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible, openBrowser, settled, signedIn } from "./support/browser.ts";

// R-UI-1: menus and pickers are loaded when they are opened, and work with the keyboard alone.

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test("a picker works with the keyboard, and returns the focus", async () => {
  const { context, page } = await signedIn(browser);
  await page.goto("/app/events");
  await settled(page);
  const picker = page.getByRole("button", { name: "Event name" });
  await picker.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("option", { name: "All names", selected: true }).waitFor();
  await page.keyboard.press("ArrowDown");
  const option = page.getByRole("option", { selected: true });
  const name = (await option.textContent()) ?? "";
  expect(name).not.toBe("All names");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.searchParams.get("name") === name);
  await expect.poll(() => picker.evaluate((one) => one === document.activeElement)).toBe(true);
  await context.close();
});

test("a menu works with the keyboard, and returns the focus", async () => {
  const { context, page } = await signedIn(browser);
  await settled(page);
  const person = page.getByRole("complementary").getByRole("button").last();
  await person.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Your settings" }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => person.evaluate((one) => one === document.activeElement)).toBe(true);
  await context.close();
});

test("a search field searches on the server, works with the keyboard, closes and can be cleared", async () => {
  const { context, page } = await signedIn(browser);
  await page.goto("/app/invoices");
  await settled(page);
  const field = page.getByRole("combobox", { name: "Account", exact: true });
  const offered = page.getByRole("listbox", { name: "Account" }).getByRole("option");
  await expectAccessible(page);
  await field.click();
  await offered.first().waitFor();
  expect(await field.getAttribute("aria-expanded")).toBe("true");
  await expectAccessible(page);
  const second = (await offered.nth(1).textContent()) ?? "";
  await page.keyboard.press("Escape");
  await expect.poll(() => offered.count()).toBe(0);
  expect(await field.getAttribute("aria-expanded")).toBe("false");
  await page.keyboard.press("ArrowDown");
  await offered.nth(1).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(() => new URL(page.url()).searchParams.get("account")).toMatch(/^acct_/);
  await expect.poll(async () => second.startsWith(await field.inputValue())).toBe(true);
  await page.getByRole("button", { name: "Clear account" }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get("account")).toBeNull();
  await context.close();
});
