import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { type Client, createClient } from "@counterfoil/sdk";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  startPlatform,
  type StartedPlatform,
} from "../../../packages/dashboard/test/browser/support/start-platform.ts";
import { buildExamples } from "./build-examples.ts";
import { runAiExample, type RunningExample, signIn, startExample } from "./run-example.ts";
import { sellPlans, sellPrepaidTokens } from "./sold-plans.ts";

// R-SDK-2: the examples of each subpath, with the packed SDK and the real frameworks, against a server that runs as a
// user starts it. The tests build on each other: the tokens that the AI example uses are those that the pages show.

const SERVERS = ["express", "hono", "next"] as const;
const BUILDING_MILLISECONDS = 600_000;
const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const executablePath = process.env["COUNTERFOIL_CHROMIUM"] ?? CHROMIUM.find((path) => existsSync(path));

let folder: string;
let examples: string;
let platform: StartedPlatform;
let client: Client;
let planIds: readonly string[];
let environment: Record<string, string>;
const running: Partial<Record<(typeof SERVERS)[number] | "react", RunningExample>> = {};
const toStop: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "counterfoil-examples-"));
  const allow = { COUNTERFOIL_WEBHOOK_ALLOW: "127.0.0.1/32" };
  [examples, platform] = await Promise.all([
    buildExamples(),
    startPlatform(join(folder, "data"), allow, "--empty").then((started) => {
      toStop.push(started.stop);
      return started;
    }),
  ]);
  const { url, apiKey } = platform.started;
  client = createClient({ baseUrl: url, apiKey });
  ({ planIds } = await sellPlans(client));
  environment = { COUNTERFOIL_URL: url, COUNTERFOIL_API_KEY: apiKey, COUNTERFOIL_PLAN_IDS: planIds.join(",") };
}, BUILDING_MILLISECONDS);

afterAll(async () => {
  for (const stop of toStop.toReversed()) await stop();
  await rm(folder, { recursive: true, force: true });
});

/** The running example; it starts once. */
async function example(name: (typeof SERVERS)[number] | "react", own: Record<string, string> = {}) {
  running[name] ??= await startExample(examples, name, { ...environment, ...own });
  const started = running[name];
  if (!toStop.includes(started.stop)) toStop.push(started.stop);
  return started;
}

const sessionOf = (one: RunningExample, name: string, account: string) =>
  signIn(one, name === "next" ? `/sign-in?account=${account}` : `/sign-in/${account}`);

test("the server delivers a webhook to each framework, which verifies it and refuses a forged one", async () => {
  for (const name of SERVERS) {
    const { id, secret } = await client.webhookEndpoints.create({
      url: "http://127.0.0.1:9/not-started-yet",
      eventTypes: ["invoice.issued"],
      sendFromSandbox: true,
    });
    const { url } = await example(name, { COUNTERFOIL_WEBHOOK_SECRET: secret });
    await client.webhookEndpoints.update(id, { url: `${url}/webhooks/counterfoil` });
  }
  const { number } = await client.invoices.create({
    accountId: "acme",
    currency: "USD",
    lineItems: [{ description: "Workshop", quantity: "2", unitPrice: "750.00" }],
    autoIssue: true,
  });
  for (const name of SERVERS) {
    const { url, said } = await example(name);
    await expect
      .poll(() => said(), { timeout: 60_000 })
      .toMatch(new RegExp(`ntf_\\w+: invoice ${number} over 1500.00 USD`)); // 2 × 750.00

    const body = '{"type":"invoice.issued","timestamp":"2026-05-01T00:00:00.000Z","data":{"number":"FORGED"}}';
    const now = new Date();
    const signature = new Webhook("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD").sign("ntf_forged", now, body);
    const headers = {
      "webhook-id": "ntf_forged",
      "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
      "webhook-signature": signature,
    };
    const refused = await fetch(`${url}/webhooks/counterfoil`, { method: "POST", body, headers });
    expect([name, refused.status]).toEqual([name, 400]);
    expect(await refused.json()).toMatchObject({ code: "wrong_signature" });
    // What the other process writes arrives some time after its answer.
    await expect
      .poll(() => said(), { timeout: 60_000 })
      .toContain("refused a webhook: No signature was made with the secret.");
    expect(said()).not.toContain("FORGED");
  }
});

test("a guard lets an account through whose plan includes the feature, and refuses others", async () => {
  for (const [name, path] of [
    ["express", "/report"],
    ["next", "/api/report"],
  ] as const) {
    const one = await example(name);
    const ask = async (cookie: string) => fetch(one.url + path, { headers: { cookie } });
    const allowed = await ask(await sessionOf(one, name, "acme"));
    expect([name, allowed.status, await allowed.json()]).toEqual([name, 200, { report: "Figures of acme" }]);
    const refused = await ask(await sessionOf(one, name, "globex"));
    expect([name, refused.status]).toEqual([name, 403]);
    expect(await refused.json()).toMatchObject({ code: "not_entitled", feature: "reports" });
    const [chosen = ""] = (await sessionOf(one, name, "globex")).split(".").slice(1);
    const forged = await ask(`session=acme.${chosen}`);
    expect([name, forged.status]).toEqual([name, 401]);
  }
});

test("the calls of the AI SDK arrive as usage, one event for each, streamed or not (R-AI-3)", async () => {
  expect(await runAiExample(examples, platform.started, "acme")).toBe("whole: Hello.\nstreamed: Hello again.\n");
  const events = await client.events.list({ filters: [{ field: "eventName", value: "model_call" }] });
  const tokens = {
    input_tokens: 100,
    cached_input_tokens: 20,
    output_tokens: 30,
    reasoning_tokens: 15,
    total_tokens: 165,
  };
  const expected = expect.objectContaining({
    account: "acme",
    properties: expect.objectContaining({ ...tokens, provider: "mock", model: "mock-1", application: "example" }),
  });
  expect(events.items).toEqual([expected, expected]);
  const { entitlements } = await client.accounts.getEntitlements("acme");
  expect(entitlements.find(({ featureKey }) => featureKey === "tokens")).toMatchObject({
    used: "330", // 2 × 165
    remaining: "670", // 1,000 − 330
  });
});

test("with PREPAID=yes, the AI example spends credit while it lasts, and then makes no call (R-AI-3)", async () => {
  const { planId } = await sellPrepaidTokens(client);
  const account = await client.accounts.create({ name: "Initech", currency: "USD", aliases: ["initech"] });
  const contract = await client.subscriptions.create({
    accountId: "initech",
    planId,
    currency: "USD",
    name: "Prepaid",
  });
  await client.subscriptions.activate(contract.id);
  await client.accounts.createCreditGrant(account.id, { amount: "8.00", currency: "USD" });
  const prepaid = () => runAiExample(examples, platform.started, "initech", { PREPAID: "yes" });
  const available = async () => (await client.accounts.getCredit("initech")).balances[0]?.available;

  expect(await prepaid()).toBe("whole: Hello.\nstreamed: Hello again.\n");
  expect(await available()).toBe("4.70"); // 8.00 − 2 × 165 × 0.01
  // Each call may cost at least 500 × 0.01.
  expect(await prepaid()).toBe("refused: insufficient_credit, 4.70 is available\n");
  expect(await available()).toBe("4.70");
});

test("a guard with a quantity refuses what is left after the AI usage, and not less", async () => {
  const one = await example("hono");
  const cookie = await sessionOf(one, "hono", "acme");
  const ask = (tokens: number) =>
    fetch(`${one.url}/completions?tokens=${tokens}`, { method: "POST", headers: { cookie } });
  const allowed = await ask(670);
  expect([allowed.status, await allowed.json()]).toEqual([200, { text: "…", remaining: "670" }]);
  const refused = await ask(671);
  expect(refused.status).toBe(402);
  expect(await refused.json()).toMatchObject({ code: "limit_reached", entitlement: { limit: "1000", used: "330" } });
});

test("while the billing server is down, one example refuses and another goes on, as each says", async () => {
  const down = { ...environment, COUNTERFOIL_URL: "http://127.0.0.1:1" };
  const [express, hono] = await Promise.all([
    startExample(examples, "express", down),
    startExample(examples, "hono", down),
  ]);
  toStop.push(express.stop, hono.stop);
  const refused = await fetch(`${express.url}/report`, {
    headers: { cookie: await sessionOf(express, "express", "acme") },
  });
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
  const cookie = await sessionOf(hono, "hono", "acme");
  const allowed = await fetch(`${hono.url}/completions`, { method: "POST", headers: { cookie } });
  expect([allowed.status, await allowed.json()]).toEqual([200, { text: "…", remaining: null }]);
  for (const one of [express, hono]) expect(one.said()).toContain("billing does not answer");
});

/** A page of `acme` in Chromium, and everything that the example's server sent to it. */
async function openPage(browser: Browser, name: "react" | "next", options: BrowserContextOptions) {
  const one = await example(name);
  const context = await browser.newContext({ baseURL: one.url, ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  const sent: Promise<string>[] = [];
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("response", (response) => {
    if (response.url().startsWith(one.url)) sent.push(response.text().catch(() => ""));
  });
  await page.goto(name === "next" ? "/sign-in?account=acme" : "/sign-in/acme");
  await page.getByRole("heading", { name: "Plans" }).waitFor();
  return { page, faults, sent };
}

async function violationsOn(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

test.runIf(executablePath !== undefined).each(["react", "next"] as const)(
  "%s: Chromium draws the components with the figures of the server, in light and dark",
  async (name) => {
    const screens = join(examples, "screens");
    await mkdir(screens, { recursive: true });
    const browser = await chromium.launch({
      executablePath: executablePath!,
      args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
    });
    toStop.push(() => browser.close());
    for (const colorScheme of ["light", "dark"] as const) {
      const { page, faults, sent } = await openPage(browser, name, {
        colorScheme,
        viewport: { width: 900, height: 900 },
      });
      const meter = page.getByRole("meter", { name: "Tokens" });
      expect(await meter.getAttribute("aria-valuetext")).toBe("330 of 1,000 used");
      expect(await meter.getAttribute("aria-valuenow")).toBe("33");
      const pro = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Pro" }) });
      expect(await pro.textContent()).toContain("Current plan");
      expect(await pro.textContent()).toContain("$49.00 per month");
      expect(await pro.textContent()).toContain("$0.00002 per token");
      expect(await page.getByRole("link", { name: "Choose Free" }).getAttribute("href")).toContain(planIds[0]);
      await page.screenshot({ path: join(screens, `${name}-${colorScheme}.png`), fullPage: true });
      expect(await violationsOn(page)).toEqual([]);
      await page.setViewportSize({ width: 320, height: 900 });
      await page.screenshot({ path: join(screens, `${name}-${colorScheme}-phone.png`), fullPage: true });
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(320);

      expect(faults).toEqual([]);
      const all = (await Promise.all(sent)).join("\n");
      expect(all).toContain("Tokens");
      expect(all).not.toContain(platform.started.apiKey);
      await page.context().close();
    }
  },
);

test.runIf(executablePath !== undefined)(
  "react: refreshing shows new usage, and the button opens the customer's portal",
  async () => {
    const browser = await chromium.launch({
      executablePath: executablePath!,
      args: ["--no-sandbox", "--disable-dev-shm-usage"],
    });
    toStop.push(() => browser.close());
    const { page } = await openPage(browser, "react", {});
    const properties = { total_tokens: 700 };
    await client.events.ingest({ uniqueId: "late", account: "acme", eventName: "model_call", properties });
    await page.getByRole("button", { name: "Refresh" }).click();
    // 330 + 700 of 1,000
    await page.getByText("1,030 of 1,000 used").waitFor();
    await page.getByText("30 over the limit").waitFor();
    await page.getByText("You have used all tokens of this month.").waitFor();

    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    await page.getByRole("button", { name: "Open the billing portal" }).click();
    expect((await answered).status()).toBe(303);
    await page.waitForURL(`${platform.started.url}/portal/*`);
    const token = page.url().split("/").at(-1);
    const portal = await fetch(`${platform.started.url}/public/portal/${token}`);
    expect(JSON.stringify(await portal.json())).toContain("acme");
  },
);
