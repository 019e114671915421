import { createClient } from "@counterfoil/sdk";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { openBrowser, settled, signedIn } from "./support/browser.ts";

// R-UI-1: a newer version is installed while a tab is open, so scripts that the old version loads later no longer
// exist.

const GONE = { status: 404, contentType: "application/problem+json", body: "{}" };

let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  ({ context, page } = await signedIn(browser));
  await settled(page);
});
afterEach(() => context.close());

/** Answers the next requests for a script as if it no longer existed. */
async function loseScript(name: string, times = Number.POSITIVE_INFINITY): Promise<void> {
  await page.route(`**/assets/${name}-*.js`, (route) => route.fulfill(GONE), { times });
}

test("a page with a missing script reloads itself once", async () => {
  await loseScript("metric-list", 1);
  const reloaded = page.waitForEvent("load");
  await page.keyboard.press("Control+k");
  await page.getByRole("option", { name: "Metrics" }).click();
  await reloaded;
  await page.getByRole("heading", { level: 1, name: "Metrics" }).waitFor();
});

test("if reloading does not help, the page says so and does not reload again", async () => {
  let loads = 0;
  await loseScript("metric-list");
  page.on("load", () => (loads += 1));
  await page.getByRole("link", { name: "Metrics" }).click();
  await page.getByText("probably because Counterfoil was updated").waitFor();
  expect(loads).toBe(1);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Reload" }).click();
  await page.getByRole("heading", { level: 1, name: "Metrics" }).waitFor();
});

test("typed text is not lost", async () => {
  await loseScript("send-quote-dialog");
  const client = createClient({ baseUrl: inject("started").url, apiKey: inject("started").apiKey });
  const [account] = (await client.accounts.list({ limit: 1 })).data;
  const plans = await client.plans.list({ limit: 100 }).all();
  const plan = plans.find(({ currency }) => currency === account?.currency);
  await page.goto(`/app/subscriptions/new?account=${account?.id}&plan=${plan?.id}`);
  await settled(page);
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Typed and not saved");
  await page.getByRole("button", { name: "Send as quote" }).click();
  await page.getByText("probably because Counterfoil was updated").waitFor();
  expect(await name.inputValue()).toBe("Typed and not saved");
});

test("a customer page with a missing script reloads, and then says that something went wrong", async () => {
  let loads = 0;
  await loseScript("portal-page");
  page.on("request", (request) => (loads += request.isNavigationRequest() ? 1 : 0));
  await page.goto("/portal/some-token");
  await page.getByRole("heading", { name: "Something went wrong" }).waitFor();
  expect(loads).toBe(2);
});

test("a page whose first script is missing says what to do", async () => {
  await loseScript("dashboard");
  await page.goto("/app/");
  await page.getByRole("link", { name: "Reload" }).waitFor({ timeout: 20_000 });
});

test("the server never serves a page for a script, and never lets a page be cached", async () => {
  const { url } = inject("started");
  expect((await fetch(`${url}/app/assets/gone-1234.js`)).status).toBe(404);
  for (const path of ["/app/", "/app/index.html", "/app/metrics", "/portal/some-token"]) {
    expect((await fetch(url + path)).headers.get("cache-control"), path).toBe("no-cache");
  }
});
