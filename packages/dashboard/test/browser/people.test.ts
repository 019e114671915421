import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "@counterfoil/testkit/one-time-code";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { expectAccessible, openBrowser, settled, signedIn } from "./support/browser.ts";

// R-USER-1: a person is invited, joins by the mailed link, sees what the role allows, and sets up a second factor.

const email = "vera@example.com";
const password = "a long enough password";
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test("a viewer joins by an invitation, sees only what the role allows, and then signs in with a code", async () => {
  const owner = await signedIn(browser);
  await owner.page.goto("/app/people");
  await owner.page.getByRole("button", { name: "Invite a person" }).click();
  const dialog = owner.page.getByRole("dialog", { name: "Invite a person" });
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("radio", { name: "Viewer" }).check();
  await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  await owner.page.getByRole("cell", { name: email, exact: true }).waitFor();
  await owner.context.close();

  const context = await browser.newContext({ baseURL: inject("started").url, locale: "en-US" });
  const page = await context.newPage();
  await page.goto(await linkInLetter("/app/invitation"));
  await page.getByRole("heading", { name: /^Join / }).waitFor();
  await expectAccessible(page);
  await page.getByLabel("Your name").fill("Vera Viewer");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Join" }).click();
  await page.getByText("Welcome. Sign in with the password you chose.").waitFor();
  await signIn(page, password);
  await page.waitForURL("**/app/");

  // Changes, and pages that only an administrator can open, are not offered.
  await page.goto("/app/accounts");
  await settled(page);
  expect(await page.getByRole("row").count()).toBeGreaterThan(5);
  expect(await page.getByRole("button", { name: /New account/ }).count()).toBe(0);
  const places = page.getByRole("navigation", { name: "Pages" });
  expect(await places.getByRole("link", { name: "Invoices" }).count()).toBe(1);
  expect(await places.getByRole("link", { name: /API keys|People|Audit log|Webhooks/ }).count()).toBe(0);
  await page.goto("/app/api-keys");
  await page
    .getByText(/may not|not allowed|lacks the/i)
    .first()
    .waitFor();

  const uri = await setUpSecondFactor(page);
  await page.getByRole("button", { name: /Vera Viewer/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL("**/app/sign-in**");
  await signIn(page, password);
  await page.getByRole("heading", { name: "Enter the code from your app" }).waitFor();
  await expectAccessible(page);
  await page.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("alert").waitFor();
  // The setup has already used the code of this half minute.
  await page.getByLabel("Code").fill(codeOf(uri, 1));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL("**/app/");
  await context.close();
});

test("a forgotten password is reset by a mailed link, which works once", async () => {
  const context = await browser.newContext({ baseURL: inject("started").url, locale: "en-US" });
  const page = await context.newPage();
  await page.goto("/app/sign-in");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await page.getByRole("heading", { name: "Reset your password" }).waitFor();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send reset link" }).click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
  const link = await linkInLetter("/app/reset-password");
  await page.goto(link);
  await setPassword(page, "another long password");
  await page.getByText("Password changed. Sign in with your new password.").waitFor();
  await signIn(page, "another long password");
  await page.getByRole("heading", { name: "Enter the code from your app" }).waitFor();
  await page.goto(link);
  await setPassword(page, "a third long password");
  await page.getByRole("alert").waitFor();
  await page.getByRole("link", { name: "Request new link" }).waitFor();
  await context.close();
});

async function setPassword(page: Page, chosen: string): Promise<void> {
  await page.getByLabel("New password").fill(chosen);
  await page.getByRole("button", { name: "Set password" }).click();
}

async function signIn(page: Page, chosen: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(chosen);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Returns the content of the QR code, which is the address that an app stores. */
async function setUpSecondFactor(page: Page): Promise<string> {
  await page.goto("/app/settings?part=you");
  await page.getByRole("button", { name: "Set up" }).click();
  const asked = page.getByRole("dialog");
  await asked.getByLabel("Your password").fill(password);
  const [answer] = await Promise.all([
    page.waitForResponse((one) => one.url().endsWith("/auth/two-factor")),
    asked.getByRole("button", { name: "Continue" }).click(),
  ]);
  const { uri } = (await answer.json()) as { uri: string };
  await page.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
  await page.getByLabel("Code from the app").fill(codeOf(uri));
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Set up" }).click();
  const codes = page.getByRole("dialog", { name: "Recovery codes" });
  await codes.waitFor();
  await expectAccessible(page);
  await codes.getByRole("button", { name: "I saved them" }).click();
  return uri;
}

/** The newest mailed link to a page, once it has arrived. */
async function linkInLetter(path: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(
      async () => {
        const text = await readFile(join(inject("letters"), `${email}.txt`), "utf8").catch(() => "");
        link = text.match(/https?:\S+/)?.[0];
        return link;
      },
      { timeout: 60_000 },
    )
    .toContain(path);
  return link ?? "";
}
