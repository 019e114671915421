import { existsSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright-core";
import { expect, inject } from "vitest";
import type { Started } from "./start-platform.ts";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Debian's Chromium, or the one that `COUNTERFOIL_CHROMIUM` names. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env["COUNTERFOIL_CHROMIUM"] ?? PLACES.find((path) => existsSync(path));
  if (executablePath === undefined) {
    throw new Error("These tests need Chromium: apt-get install chromium, or name one with COUNTERFOIL_CHROMIUM.");
  }
  // In a container there is no sandbox for root, and /dev/shm is small. Drawing without an imitated graphics card is faster.
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"] });
}

const PATIENCE_MILLISECONDS = 90_000;

/** A page of a signed-in person. Console errors go into `faults`, for tests that check them. */
export async function signedIn(
  browser: Browser,
  options: Parameters<Browser["newContext"]>[0] = {},
  started?: Started,
): Promise<{ context: BrowserContext; page: Page; faults: string[] }> {
  const { url, email, password } = started ?? inject("started");
  const context = await browser.newContext({ baseURL: url, locale: "en-US", ...options });
  // If the machine is busy with other tests, the first page of a platform takes longer than Playwright's default of 30
  // s.
  context.setDefaultTimeout(PATIENCE_MILLISECONDS);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(error.message));
  const answer = await context.request.post("/auth/sign-in", { data: { email, password } });
  if (!answer.ok()) throw new Error(`The sign-in is answered ${answer.status()}: ${await answer.text()}`);
  await page.goto("/app/");
  return { context, page, faults };
}

/** Waits until a page is complete: nothing is loading, and no loading indicator is shown. */
export async function settled(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor();
  await page.waitForFunction(() => document.querySelector("[aria-busy=true], .animate-pulse.bg-sunken") === null);
}

/** Presses Escape once a dialog or a menu has the focus, which it takes some frames after it appears: before, it misses the key. */
export async function escape(surface: Locator): Promise<void> {
  await expect.poll(() => hasFocus(surface)).toBe(true);
  await surface.page().keyboard.press("Escape");
}

/** Whether one of the elements, or something in it, has the keyboard's focus. */
export function hasFocus(surface: Locator): Promise<boolean> {
  return surface.evaluateAll((all) => all.some((one) => one.contains(document.activeElement)));
}

/** The violations of WCAG 2.2 A and AA and of best practices that axe finds. */
export async function violationsOn(page: Page): Promise<string[]> {
  await still(page);
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n  ${nodes.map(({ html, failureSummary = "" }) => `${html.slice(0, 400)} ${failureSummary}`).join("\n  ")}`,
  );
}

/** Waits until no transition runs: during one, a text may not have its final contrast. */
async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = () =>
      document.getAnimations().filter((one) => one.effect?.getComputedTiming().iterations !== Infinity);
    for (let quiet = 0; quiet < 3; quiet += 1) {
      await new Promise((drawn) => requestAnimationFrame(drawn));
      if (moving().length > 0) quiet = 0;
      await Promise.allSettled(moving().map((one) => one.finished));
    }
  });
}

export async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOn(page)).toEqual([]);
}

/** How many pixels the page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth));
}
