import { existsSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { expect, inject } from "vitest";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Debian's Chromium, or the one that `COUNTERFOIL_CHROMIUM` names. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env["COUNTERFOIL_CHROMIUM"] ?? PLACES.find((path) => existsSync(path));
  if (executablePath === undefined) {
    throw new Error("These tests need Chromium: apt-get install chromium, or name one with COUNTERFOIL_CHROMIUM.");
  }
  // In a container there is no sandbox for root, and /dev/shm is small.
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
}

const PATIENCE_MILLISECONDS = 90_000;

/** A page of somebody who is signed in. What the console calls an error fails the test that asks for `faults`. */
export async function signedIn(
  browser: Browser,
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<{ context: BrowserContext; page: Page; faults: string[] }> {
  const { url, email, password } = inject("started");
  const context = await browser.newContext({ baseURL: url, locale: "en-US", ...options });
  // Where the machine is busy with other tests, the first page of a platform takes longer than the 30 s that Playwright waits.
  context.setDefaultTimeout(PATIENCE_MILLISECONDS);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(error.message));
  const answer = await page.goto("/app/sign-in");
  // Without this, what is wrong would be told as a label that never came.
  if (answer?.status() !== 200)
    throw new Error(`/app/sign-in is answered ${answer?.status()}: ${await answer?.text()}`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/app/");
  return { context, page, faults };
}

/** Waits until a page has what it shows: nothing is being loaded, and nothing says that it is. */
export async function settled(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor();
  await page.waitForFunction(() => document.querySelector("[aria-busy=true], .animate-pulse.bg-sunken") === null);
}

/** What of WCAG 2.2 A and AA, and of what is known to be good, axe sees broken. */
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

/** Waits until nothing fades or turns colour: half-way there, a text has no contrast yet. */
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
