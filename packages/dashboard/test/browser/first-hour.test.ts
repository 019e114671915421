import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, settled, signedIn } from "./support/browser.ts";
import { type StartedPlatform, startPlatform } from "./support/start-platform.ts";

// R-UI-1: the first hour in the dashboard alone, from an empty organization to an invoice that is paid for.

const MOST_CLICKS = 40;
const MOST_FIELDS = 25;
/** Keeps a picture of each step, if it names a folder. */
const PICTURES = process.env["COUNTERFOIL_PICTURES"];

let browser: Browser;
let folder: string;
let platform: StartedPlatform;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "counterfoil-first-hour-"));
  platform = await startPlatform(folder, { SMTP_URL: "" }, "--empty");
  browser = await openBrowser();
  ({ context, page } = await signedIn(browser, { viewport: { width: 1280, height: 900 } }, platform.started));
});
afterAll(async () => {
  await context.close();
  await browser.close();
  await platform.stop();
  await rm(folder, { recursive: true, force: true });
});

const made = { clicks: 0, fields: 0, pictures: 0 };

async function click(target: Locator): Promise<void> {
  await target.click();
  made.clicks += 1;
}
async function fill(target: Locator, text: string): Promise<void> {
  await target.fill(text);
  made.fields += 1;
}
async function choose(target: Locator, label: string): Promise<void> {
  await target.selectOption({ label });
  made.fields += 1;
}
async function picture(name: string): Promise<void> {
  if (PICTURES === undefined) return;
  await settled(page);
  made.pictures += 1;
  await page.screenshot({ path: join(PICTURES, `${String(made.pictures).padStart(2, "0")}-${name}.png`) });
}

const place = (name: string) =>
  page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name, exact: true });
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true }).first();
const link = (name: string) => page.getByRole("link", { name, exact: true }).first();
const label = (name: string) => page.getByLabel(name, { exact: true });
const dialog = () => page.getByRole("dialog");

/** Waits for the page of a new object, such as `prod_…`. */
async function shown(prefix: string, name: string): Promise<void> {
  await page.waitForURL(new RegExp(`/${prefix}_`), { waitUntil: "commit" });
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

async function describeUsage(): Promise<void> {
  await click(place("Metrics"));
  await click(link("New metric"));
  await fill(label("Name"), "API calls");
  await fill(label("Event name"), "api_call");
  await choose(label("Aggregation"), "Sum");
  await fill(label("Property"), "calls");
  await click(button("Create metric"));
  await shown("metric", "API calls");
  await picture("metric");
}

async function describeProducts(): Promise<void> {
  await click(place("Products"));
  await click(button("New product"));
  await fill(dialog().getByLabel("Name"), "Seats");
  await click(button("Create product"));
  await shown("prod", "Seats");
  await click(link("New price"));
  await fill(label("Price per unit in USD"), "10");
  await picture("price-of-seats");
  await click(button("Create price"));
  await shown("price", "Seats");

  await click(place("Products"));
  await click(button("New product"));
  await fill(dialog().getByLabel("Name"), "API");
  await choose(dialog().getByLabel("Fee"), "Metered");
  await click(dialog().getByLabel("API calls"));
  await picture("product-of-calls");
  await click(button("Create product"));
  await shown("prod", "API");
  await click(link("New price"));
  await click(page.getByRole("radio", { name: /^Graduated tiers/ }));
  await click(button("Add tier"));
  await fill(label("End of tier 1"), "1000");
  await fill(label("Per unit, USD of tier 1"), "0.01");
  await fill(label("Per unit, USD of tier 2"), "0.008");
  await picture("price-of-calls");
  await click(button("Create price"));
  await shown("price", "API");
}

async function combineIntoPlan(): Promise<void> {
  await click(place("Plans"));
  await click(link("New plan"));
  await fill(label("Name"), "Team");
  await click(page.getByLabel(/^API · /));
  await click(page.getByLabel(/^Seats · /));
  await picture("plan");
  await click(button("Create plan"));
  await shown("plan", "Team");
}

async function signCustomer(): Promise<void> {
  await click(place("Test clocks"));
  await click(button("New clock"));
  await fill(dialog().getByLabel("Name"), "First hour");
  await fill(dialog().getByLabel("Start date"), "2026-01-01");
  await click(button("Create clock"));
  await shown("clock", "First hour");
  await click(button("New account on this clock"));
  await fill(dialog().getByLabel("Name"), "Acme Corp");
  await fill(dialog().getByLabel("Alias"), "acme");
  await click(button("Create account"));
  await click(link("Acme Corp"));
  await shown("acct", "Acme Corp");
  await click(link("New subscription"));
  await choose(label("Plan"), "Team");
  await fill(label("API calls in a period"), "1500");
  await page.getByRole("button", { name: "Feb 2026: $24.00" }).waitFor(); // 10.00 + 1,000 × 0.01 + 500 × 0.008
  await picture("subscription");
  await click(button("Activate"));
  await shown("sub", "Team");
}

async function sendUsage(): Promise<void> {
  await click(page.locator("main").getByRole("link", { name: "Acme Corp" }));
  await shown("acct", "Acme Corp");
  await click(button("Send event"));
  await fill(dialog().getByLabel("Event name"), "api_call");
  await fill(dialog().getByLabel("calls", { exact: true }), "1500");
  await click(dialog().getByRole("button", { name: "Send event" }));
  await dialog().getByText("ingested").waitFor();
  await picture("event");
  // The values are stored, so closing does not ask.
  await click(dialog().getByRole("button", { name: "Close" }).last());
  await dialog().waitFor({ state: "detached" });
}

async function billAndPay(): Promise<void> {
  await click(button("+1 month"));
  await click(link("Invoice created"));
  await page.getByRole("heading", { level: 1, name: "Draft invoice" }).waitFor();
  expect(await page.locator("main").innerText()).toContain("$24.00");
  await picture("draft");
  await click(button("Issue"));
  await click(dialog().getByRole("button", { name: "Issue invoice" }));
  await page.getByRole("heading", { level: 1, name: "INV-2026-00002" }).waitFor();
  const downloading = page.waitForEvent("download");
  await click(button("PDF"));
  const file = await readFile(await (await downloading).path());
  expect(file.subarray(0, 5).toString()).toBe("%PDF-");
  await click(button("Record payment"));
  await click(dialog().getByRole("button", { name: "Record payment" }));
  await dialog().waitFor({ state: "detached" });
  await page.locator("main").getByText("Paid", { exact: true }).first().waitFor();
  await picture("paid");
}

test(
  "an empty organization has a paid invoice after at most 40 clicks and 25 fields",
  { timeout: 300_000 },
  async () => {
    await describeUsage();
    await describeProducts();
    await combineIntoPlan();
    await signCustomer();
    await sendUsage();
    await billAndPay();
    await page.goto("/app/");
    await picture("home");
    process.stdout.write(`The first hour: ${made.clicks} clicks and ${made.fields} fields\n`);
    expect(made.clicks).toBeLessThanOrEqual(MOST_CLICKS);
    expect(made.fields).toBeLessThanOrEqual(MOST_FIELDS);
  },
);
