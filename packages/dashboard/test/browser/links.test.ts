import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible, openBrowser, signedIn } from "./support/browser.ts";
import { type StartedPlatform, startPlatform } from "./support/start-platform.ts";

// R-UI-1, R-USER-1: a link that was shown once can be made anew, and a server without SMTP shows the link of an invitation.

let browser: Browser;
let folder: string;
let platform: StartedPlatform;

beforeAll(async () => {
  browser = await openBrowser();
  folder = await mkdtemp(join(tmpdir(), "counterfoil-without-mail-"));
  platform = await startPlatform(folder, { SMTP_URL: "" }, "--empty");
}, 300_000);
afterAll(async () => {
  await browser.close();
  await platform.stop();
  await rm(folder, { recursive: true, force: true });
});

test("without SMTP an invitation says so, its copied link works, and a new link ends the old one", async () => {
  const { page, context } = await signedIn(
    browser,
    { permissions: ["clipboard-read", "clipboard-write"] },
    platform.started,
  );
  await page.goto("/app/people?do=invite");
  const dialog = page.getByRole("dialog", { name: "Invite a person" });
  await dialog.getByLabel("Email").fill("nina@example.com");
  await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  const first = await copied(page, "Copy invitation link", "Invitation link");
  expect(first).toContain("/app/invitation#");

  await page.getByRole("button", { name: "Create new link for nina@example.com" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Create new link" }).click();
  const second = await copied(page, "Copy invitation link", "Invitation link");
  await context.close();

  const visitor = await browser.newContext({ baseURL: platform.started.url, locale: "en-US" });
  const invited = await visitor.newPage();
  await invited.goto(first);
  await invited.getByRole("heading", { name: "This invitation is no longer valid" }).waitFor();
  await invited.goto("about:blank");
  await invited.goto(second);
  await invited.getByLabel("Your name").fill("Nina");
  await invited.getByLabel("Password").fill("a long enough password");
  await invited.getByRole("button", { name: "Join" }).click();
  await invited.getByText("Welcome. Sign in with the password you chose.").waitFor();
  await visitor.close();
});

test("a portal link is replaced by a new one, and the old one stops working", async () => {
  const { page, context } = await signedIn(
    browser,
    { permissions: ["clipboard-read", "clipboard-write"] },
    platform.started,
  );
  const { url, apiKey } = platform.started;
  const answer = await fetch(`${url}/accounts`, {
    method: "POST",
    headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" },
    body: JSON.stringify({ name: "Portal Ltd.", currency: "EUR" }),
  });
  const { id } = (await answer.json()) as { id: string };
  await page.goto(`/app/accounts/${id}?tab=details`);
  await page.getByRole("button", { name: "Create link" }).click();
  const made = page.getByRole("dialog", { name: "Customer portal for Portal Ltd." });
  await made.getByRole("button", { name: "Create link" }).click();
  const first = await made.locator("pre").innerText();
  await made.getByRole("button", { name: "Close" }).last().click();

  await page.getByRole("button", { name: "Create new link" }).click();
  const question = page.getByRole("dialog", { name: "Create new link?" });
  await question.waitFor();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Create new link" }).click();
  const second = await copied(page, "Portal link", "Portal link");
  expect(second).not.toBe(first);
  await page.goto(second);
  await page
    .getByRole("heading", { name: /Portal Ltd/ })
    .first()
    .waitFor();
  const token = first.split("/").at(-1) ?? "";
  expect((await fetch(`${url}/public/portal/${token}`, { headers: { Accept: "application/json" } })).status).toBe(404);
  await context.close();
});

/** Copies the text of a dialog with its button, and closes the dialog. */
async function copied(page: Page, title: string, label: string): Promise<string> {
  const dialog = page.getByRole("dialog", { name: title });
  await dialog.getByLabel(label, { exact: true }).waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Copy", exact: true }).click();
  await dialog.getByRole("button", { name: "Copied" }).waitFor();
  await dialog.getByRole("button", { name: "Done" }).click();
  return page.evaluate(() => navigator.clipboard.readText());
}
