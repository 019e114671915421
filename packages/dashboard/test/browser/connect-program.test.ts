import { CALLBACK, makeOauthProgram } from "@counterfoil/testkit/oauth-program";
import { connectAgent } from "@counterfoil/testkit/scenario";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { expectAccessible, openBrowser, settled, signedIn } from "./support/browser.ts";

// R-MCP-1: a person connects a program that accepts only OAuth, and revokes it. The program uses the official SDK.

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Answers for the program's own site, to which the person returns. */
async function answerFor(context: BrowserContext): Promise<void> {
  await context.route(`${CALLBACK}**`, (route) => route.fulfill({ contentType: "text/plain", body: "Connected" }));
}

async function back(page: Page): Promise<URL> {
  await page.waitForURL(`${CALLBACK}**`);
  return new URL(page.url());
}

test("a person signs in, allows a program, sees it, and revokes it", async () => {
  const { url, email, password } = inject("started");
  const context = await browser.newContext({ baseURL: url, locale: "en-US" });
  await answerFor(context);
  const page = await context.newPage();
  const program = makeOauthProgram(url, "Browser assistant");
  await page.goto((await program.ask()).href);

  // Not signed in yet.
  await page.waitForURL(/\/app\/sign-in\?to=/);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();

  await page.getByRole("heading", { name: "Connect Browser assistant" }).waitFor();
  await settled(page);
  await expectAccessible(page);
  await page.getByText("Counterfoil cannot verify the name").waitFor();
  await page.getByText("assistant.example", { exact: true }).waitFor();
  expect(await page.getByRole("radio", { name: "Read only" }).isChecked()).toBe(true);
  await page.getByRole("radio", { name: "Read and write" }).check();
  await page.getByRole("button", { name: "Allow" }).click();
  await program.finish(await back(page));
  expect(program.tokens().scope).toBe("read write");
  const agent = await connectAgent(url, program.tokens().access_token);
  expect((await agent.client.listTools()).tools.map(({ name }) => name)).toContain("write");
  await agent.close();

  await page.goto("/app/api-keys");
  await page.getByRole("tab", { name: "Connections" }).click();
  await page
    .getByRole("row", { name: /Browser assistant/ })
    .getByText("Active")
    .waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Revoke Browser assistant" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke connection" }).click();
  await page
    .getByRole("row", { name: /Browser assistant/ })
    .getByText("Revoked")
    .waitFor();
  await expect(connectAgent(url, program.tokens().access_token)).rejects.toThrow();
  await context.close();
});

test("a person refuses, and the program is told; on a phone and in the dark", async () => {
  const { url } = inject("started");
  const { context, page } = await signedIn(browser, {
    viewport: { width: 360, height: 740 },
    colorScheme: "dark",
  });
  await answerFor(context);
  const program = makeOauthProgram(url, "Refused assistant");
  await page.goto((await program.ask()).href);
  await page.getByRole("heading", { name: "Connect Refused assistant" }).waitFor();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByRole("link", { name: "Refuse" }).click();
  expect((await back(page)).searchParams.get("error")).toBe("access_denied");
  await page.goto("/app/authorize?request=forged");
  await page.getByRole("heading", { name: "This request can’t be opened" }).waitFor();
  await context.close();
});
