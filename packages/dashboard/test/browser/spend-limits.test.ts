import { type Client, createClient } from "@counterfoil/sdk";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { expectAccessible, openBrowser, overflow, settled, signedIn } from "./support/browser.ts";

// R-CREDIT-2: spend limits and the credit line of an account are set, changed and removed on its page.

let browser: Browser;
let client: Client;

beforeAll(async () => {
  browser = await openBrowser();
  const { url, apiKey } = inject("started");
  client = createClient({ baseUrl: url, apiKey });
});
afterAll(() => browser.close());

test("a limit is created, made hard, and turned off; the credit line is set and removed", async () => {
  const account = await client.accounts.create({ name: "Limited Ltd", currency: "EUR" });
  const { context, page, faults } = await signedIn(browser, {
    viewport: { width: 390, height: 844 },
    colorScheme: "dark",
  });
  await page.goto(`/app/accounts/${account.id}?tab=credits`);
  await page.getByRole("button", { name: "New limit" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Amount in EUR").fill("500");
  await dialog.getByLabel("Notify at").fill("80, 50");
  await settled(page);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create limit" }).click();
  await dialog.getByText("Each percentage must be greater than the one before it.").waitFor();
  await dialog.getByLabel("Notify at").fill("50, 80");
  await dialog.getByRole("button", { name: "Create limit" }).click();
  await page.getByText("€0.00 spent, €0.00 held, €500.00 left of €500.00").waitFor();
  const limits = async () =>
    (await client.spendLimits.list({ filters: [{ field: "accountId", value: account.id }] })).items;
  expect(await limits()).toMatchObject([{ amount: "500.00", enforcement: "soft", notifyAt: [50, 80], active: true }]);
  await page.getByRole("button", { name: "Edit the limit of All usage" }).click();
  await dialog.getByLabel("Hard").check();
  await dialog.getByRole("button", { name: "Save limit" }).click();
  await expect.poll(async () => (await limits())[0]?.enforcement).toBe("hard");
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Edit the limit of All usage" }).click();
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await expect.poll(async () => (await limits())[0]?.active).toBe(false);
  await dialog.waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Set credit line" }).click();
  await dialog.getByLabel("Amount in EUR").fill("1000");
  await dialog.getByRole("button", { name: "Save credit line" }).click();
  await page.getByRole("button", { name: "Change credit line" }).click();
  expect(await client.accounts.getCreditSettings(account.id)).toMatchObject({ creditLine: "1000.00" });
  await dialog.getByRole("button", { name: "Remove credit line" }).click();
  await page.getByRole("button", { name: "Set credit line" }).waitFor();
  await settled(page);
  await expectAccessible(page);
  expect(await overflow(page)).toBe(0);
  // The browser reports the refused percentages too.
  expect(faults).toEqual([expect.stringContaining("422 (Unprocessable Entity)")]);
  await context.close();
});
