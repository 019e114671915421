import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openBrowser, overflow } from "./support/browser.ts";

// R-API-9: the API reference has our branding, and needs no server other than the one that it describes.

const { url } = inject("started");
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const windows = [
  { name: "wide, light", viewport: { width: 1440, height: 900 }, colorScheme: "light", isDark: false },
  { name: "narrow, dark", viewport: { width: 390, height: 844 }, colorScheme: "dark", isDark: true },
] as const;

test.each(windows)(
  "the reference has our title, and neither requests nor advertises another site: $name",
  async (shown) => {
    const { viewport, colorScheme, isDark } = shown;
    const context = await browser.newContext({ baseURL: url, viewport, colorScheme });
    const page = await context.newPage();
    const elsewhere: string[] = [];
    const faults: string[] = [];
    page.on("request", (request) => {
      const asked = new URL(request.url());
      if (asked.protocol.startsWith("http") && asked.origin !== new URL(url).origin) elsewhere.push(request.url());
    });
    page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
    await page.goto("/docs/reference/");
    expect(await page.title()).toBe("Counterfoil API reference");
    await page.getByRole("heading", { name: "Counterfoil API", exact: true }).waitFor();
    await page.getByRole("heading", { name: "API keys" }).first().waitFor();
    const said = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("a, button")]
        .filter((one) => one.checkVisibility())
        .map(
          (one) =>
            `${one.innerText} ${one.title} ${one.getAttribute("aria-label") ?? ""} ${one.getAttribute("href") ?? ""}`,
        ),
    );
    expect(said.length).toBeGreaterThan(20);
    expect(said.filter((words) => /scalar|powered by|api client|ask ai|\bmcp\b|deploy|share/i.test(words))).toEqual([]);
    expect(await page.evaluate(() => document.body.classList.contains("dark-mode"))).toBe(isDark);
    expect(await overflow(page)).toBe(0);
    expect({ elsewhere, faults }).toEqual({ elsewhere: [], faults: [] });
    await context.close();
  },
);
