import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { escape, expectAccessible, openBrowser, settled, signedIn } from "./support/browser.ts";

// R-UI-1: nothing that a person typed is lost when the session ends or when they leave a form by mistake.

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test("a session that ends over a half-filled form is renewed over the form, which then saves", async () => {
  const { page, context } = await signedIn(browser);
  const { email, password } = inject("started");
  await page.goto("/app/accounts/new");
  await page.getByLabel("Name", { exact: true }).fill("Kept Typing Ltd.");
  // Otherwise the first request for notifications could ask to sign in before the form does.
  await page.waitForLoadState("networkidle");
  await endSession(page);
  await page.getByLabel("City").fill("Vienna");
  await page.getByRole("button", { name: "Create account" }).click();

  const dialog = page.getByRole("dialog", { name: "Sign in again" });
  await dialog.waitFor();
  expect(await dialog.getByLabel("Email").inputValue()).toBe(email);
  expect(await dialog.getByLabel("Email").getAttribute("readonly")).not.toBeNull();
  await escape(dialog);
  await expectAccessible(page);
  await dialog.getByLabel("Password").fill("not the password");
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await dialog.getByRole("alert").waitFor();
  await dialog.getByLabel("Password").fill(password);
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();

  await page.getByRole("heading", { name: "Kept Typing Ltd." }).waitFor();
  await page.goto(page.url().replace(/(\/accounts\/[^/?]+).*/, "$1/edit"));
  await settled(page);
  expect(await page.getByLabel("City").inputValue()).toBe("Vienna");
  await context.close();
});

test("a page that is opened after the session ended leads to the sign-in page, and back", async () => {
  const { page, context } = await signedIn(browser);
  const { email, password } = inject("started");
  await endSession(page);
  await page.goto("/app/invoices?status=paid");
  await page.waitForURL("**/app/sign-in?to=*");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/app/invoices?status=paid");
  await context.close();
});

test("leaving a changed form asks, by a link, by back, by a key and by closing the tab; an unchanged form does not", async () => {
  const { page, context } = await signedIn(browser);
  await page.goto("/app/accounts");
  await page.getByRole("link", { name: "New account" }).click();
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Half");
  const question = page.getByRole("dialog", { name: "Discard changes?" });
  const keep = async () => {
    await question.getByRole("button", { name: "Keep editing" }).click();
    await question.waitFor({ state: "detached" });
    await page.waitForURL("**/app/accounts/new");
    expect(await name.inputValue()).toBe("Half");
  };
  await page.getByRole("link", { name: "Invoices", exact: true }).click();
  await question.waitFor();
  await expectAccessible(page);
  await keep();
  await page.evaluate(() => history.back());
  await question.waitFor();
  await keep();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search or go to" });
  await palette.getByRole("combobox").fill("Payments");
  // The palette may also find payments of accounts that other files created.
  await palette.getByRole("option", { name: "Payments G P", exact: true }).click();
  await question.waitFor();
  await keep();
  // The browser asks in its own words before the tab closes.
  const [asked] = await Promise.all([page.waitForEvent("dialog"), page.close({ runBeforeUnload: true })]);
  expect(asked.type()).toBe("beforeunload");
  await asked.dismiss();

  await name.fill("");
  await page.getByRole("link", { name: "Invoices", exact: true }).click();
  await page.getByRole("heading", { name: "Invoices", exact: true }).waitFor();
  await context.close();
});

test("a dialog with typed text asks before it closes, and Discard leaves it", async () => {
  const { page, context } = await signedIn(browser);
  await page.goto("/app/products?do=new");
  const dialog = page.getByRole("dialog", { name: "New product" });
  await escape(dialog);
  await dialog.waitFor({ state: "detached" });

  await page.goto("/app/products?do=new");
  await dialog.getByLabel("Name").fill("Half");
  const question = page.getByRole("dialog", { name: "Discard changes?" });
  for (const close of ["Escape", "Cancel"]) {
    if (close === "Escape") await page.keyboard.press("Escape");
    else await dialog.getByRole("button", { name: close }).click();
    await escape(question);
    await question.waitFor({ state: "detached" });
    expect(await dialog.getByLabel("Name").inputValue()).toBe("Half");
  }
  await dialog.getByRole("button", { name: "Close" }).click();
  await question.getByRole("button", { name: "Discard" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Plans", exact: true }).click();
  await page.getByRole("heading", { name: "Plans", exact: true }).waitFor();
  await context.close();
});

/** Ends the session on the server, as another device could. */
async function endSession(page: Page): Promise<void> {
  const status = await page.evaluate(async () => {
    const { currentSessionId } = (await (await fetch("/me/sessions")).json()) as { currentSessionId: string };
    return (await fetch(`/me/sessions/${currentSessionId}`, { method: "DELETE" })).status;
  });
  expect(status).toBe(204);
}
